// SPDX-License-Identifier: MIT
// What the parts of the watch share.
#ifndef RENDERWATCHTHREAD_H
#define RENDERWATCHTHREAD_H

#include "CRenderWatch.h"

/// System calls are numbered from 0 to below this; higher ones are not told apart.
enum { WATCH_CALL_NUMBERS = 512 };

struct watch_thread {
    struct watch_counts counts;
    /// Where each intercepted system call is counted by its number as well; NULL for nowhere.
    int64_t *calls_by_number;
    bool armed;
};

extern __thread struct watch_thread watch_thread;

/// The definition of a function that comes after the watch's own: the library's.
void *watch_next_definition(const char *name);

/// Has the kernel report the calling thread's system calls from now on, or no longer; false when it cannot.
bool watch_system_calls(bool on);

#endif
