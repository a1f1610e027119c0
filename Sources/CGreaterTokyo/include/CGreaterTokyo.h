// SPDX-License-Identifier: MIT
#pragma once
#include <stdint.h>

// The shipped railway database, as it stands in the program file: greater-tokyo.sqlite beside the sources.
const unsigned char *amaoto_greater_tokyo_begin(void);
int64_t amaoto_greater_tokyo_size(void);
