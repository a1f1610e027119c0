// SPDX-License-Identifier: MIT
// Counts what a real-time thread must not do, on the thread that asks, between watch_begin and watch_end.
//
// For tests alone: an executable that links this has its malloc, its pthread locks, its semaphores, its syscall() and
// Swift's retain and release replaced by counting ones that call the library's; and while a thread is armed, every
// system call of that thread is intercepted by the kernel (Syscall User Dispatch, Linux 5.11 on x86-64), so that a
// lock that waits is seen however it was taken. Not to be combined with a sanitizer, which replaces malloc itself.
// A thread that is armed must not start threads or processes.
#ifndef CRENDERWATCH_H
#define CRENDERWATCH_H

#include <stdbool.h>
#include <stdint.h>

/// What one thread did while it was armed.
struct watch_counts {
    /// malloc, calloc, realloc, aligned_alloc, posix_memalign, memalign, valloc.
    int64_t allocations;
    /// free (of something), realloc of something.
    int64_t frees;
    /// Mutexes, spin locks and read-write locks taken or tried, waits on conditions and semaphores.
    int64_t locks;
    /// Swift's strong retains and releases, native and bridged, save those that the Swift library makes within itself.
    int64_t retains;
    int64_t releases;
    /// System calls of any kind, by whatever way: futex, write, mmap, clock_nanosleep.
    int64_t system_calls;
    /// The number of the first of them (as in <sys/syscall.h>), or -1.
    int64_t first_system_call;
    /// False when this kernel cannot intercept system calls: then system_calls holds those through syscall() alone.
    bool system_calls_watched;
};

/// Arms the calling thread. Must not be nested.
void watch_begin(void);

/// Disarms the calling thread and gives what it did since watch_begin.
void watch_end(struct watch_counts *counts);

/// True when the interposed functions are the ones that the process really calls.
bool watch_is_effective(void);

// For planting deeds to be caught, so that a test can see the watch work.

/// Takes note of a pointer, so that the compiler cannot leave out what made it.
void watch_keep(const void *pointer);

/// One system call that goes neither through malloc, a lock nor syscall(); its number stands beside it.
extern const int64_t watch_planted_system_call;
void watch_plant_system_call(void);

#endif
