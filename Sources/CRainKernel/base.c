// SPDX-License-Identifier: MIT
// The kernels for every processor.
#define CRAIN_NAME(function) crain_##function##_base
#include "RainKernel.h"
