// SPDX-License-Identifier: MIT
#include <zip.h>
