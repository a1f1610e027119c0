// SPDX-License-Identifier: MIT
// Debian's libxml2 shows its use of ICU in its headers; beside Foundation, which brings an ICU of its own, the two definitions
// of one name meet. Nothing here uses those fields, which stand last in their structure.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlerror.h>
