// SPDX-License-Identifier: MIT
#include "CGreaterTokyo.h"

extern const unsigned char amaoto_greater_tokyo[];
extern const unsigned char amaoto_greater_tokyo_end[];

const unsigned char *amaoto_greater_tokyo_begin(void) { return amaoto_greater_tokyo; }
int64_t amaoto_greater_tokyo_size(void) { return amaoto_greater_tokyo_end - amaoto_greater_tokyo; }
