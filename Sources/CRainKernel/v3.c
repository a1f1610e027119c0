// SPDX-License-Identifier: MIT
// The kernels for processors with AVX2.
#if defined(__x86_64__)
#include <stdint.h>
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define CRAIN_NAME(function) crain_##function##_v3
#include "Kernels.h"
#pragma clang attribute pop
#endif
