// ICU's C headers stand in Foundation's module too, and two modules may not both define its types. Of libxml2 only the inside
// of a struct that is never touched here depends on them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlerror.h>
