// SPDX-License-Identifier: MIT
#include <lo/lo_lowlevel.h>
