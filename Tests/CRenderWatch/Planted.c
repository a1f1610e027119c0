// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CRenderWatch.h"

#include <sys/syscall.h>
#include <unistd.h>

const int64_t watch_planted_system_call = SYS_getppid;

static const void *volatile kept;

void watch_keep(const void *pointer) { kept = pointer; }

void watch_plant_system_call(void) { (void)getppid(); }
