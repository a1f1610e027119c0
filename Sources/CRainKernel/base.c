// SPDX-License-Identifier: MIT
// The kernels for every processor of a kind.
#define CRAIN_NAME(function) crain_##function##_base
#include "Kernels.h"
