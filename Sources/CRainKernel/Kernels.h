// SPDX-License-Identifier: MIT
// All kernels; a file for each instruction set includes them once.
#include "BedKernel.h"
#include "BodyKernel.h"
#include "ConvertKernel.h"
#include "DropKernel.h"
#include "GrainKernel.h"
#include "LimiterKernel.h"
#include "MixKernel.h"
#include "NoiseKernel.h"
#include "RoomKernel.h"
#include "TableKernel.h"
#include "WallKernel.h"
#include "WindKernel.h"
