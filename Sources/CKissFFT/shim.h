// SPDX-License-Identifier: MIT
#include <kissfft/kiss_fftr.h>
