// SPDX-License-Identifier: MIT
#include <ebur128.h>
