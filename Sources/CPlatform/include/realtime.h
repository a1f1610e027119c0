// SPDX-License-Identifier: MIT
// The few lines of C that Swift cannot say on the render path. No logic lives here.
#ifndef CREALTIME_H
#define CREALTIME_H

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define CREALTIME_NOLOCKS __attribute__((swift_attr("@_noLocks")))

/// Sets flush-to-zero and denormals-are-zero for the calling thread and returns the former control word.
CREALTIME_NOLOCKS static inline unsigned int crealtime_flush_denormals(void) {
#if defined(__x86_64__)
    unsigned int before = _mm_getcsr();
    _mm_setcsr(before | 0x8040u);
    return before;
#elif defined(__aarch64__)
    unsigned long before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    __asm__ volatile("msr fpcr, %0" : : "r"(before | 1ul << 24));
    return (unsigned int)before;
#else
    return 0;
#endif
}

/// Restores the control word that `crealtime_flush_denormals` returned.
CREALTIME_NOLOCKS static inline void crealtime_restore_denormals(unsigned int before) {
#if defined(__x86_64__)
    _mm_setcsr(before);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"((unsigned long)before));
#endif
}

/// Correctly rounded square roots (one instruction; IEEE 754 makes the result the same on every machine).
/// `x` must not be negative.
CREALTIME_NOLOCKS static inline double crealtime_sqrt(double x) {
#if defined(__x86_64__)
    return _mm_cvtsd_f64(_mm_sqrt_pd(_mm_set1_pd(x)));
#else
    return __builtin_sqrt(x);
#endif
}
CREALTIME_NOLOCKS static inline float crealtime_sqrtf(float x) {
#if defined(__x86_64__)
    return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
#else
    return __builtin_sqrtf(x);
#endif
}

// RealtimeSanitizer's brackets, there when its library is loaded; a watcher of tests has its own. Absent, a branch.
__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);

/// From here to `crealtime_leave_rendering` the calling thread does nothing that could wait, and a loaded sanitizer ends
/// the program when it does.
CREALTIME_NOLOCKS static inline void crealtime_enter_rendering(void) {
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}
CREALTIME_NOLOCKS static inline void crealtime_leave_rendering(void) {
    if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

/// Renames `from` to `to` unless something has that name (EEXIST): 0, or -1 with errno.
int crealtime_rename_new(const char *from, const char *to);

/// The kernel's number of the calling thread.
int crealtime_thread_id(void);

/// Names the calling thread (15 bytes at most) for ps and debuggers.
void crealtime_name_thread(const char *name);

/// Keeps the process's pages in memory, those to come too where no limit is set: 0 or the errno.
int crealtime_lock_memory(void);

/// Brings in and locks the whole stack of a thread that runs, so that no page of it is missing when it is needed first.
void crealtime_lock_stack(unsigned long thread);

/// The highest real-time priority that this user's processes may have, and how many bytes they may lock; -1 for no limit.
/// (A privileged process may have more.)
long long crealtime_priority_limit(void);
long long crealtime_memory_limit(void);

/// A library's message handler (alsa-lib's signature): keeps the calling thread's last message and prints nothing.
void crealtime_keep_message(const char *file, int line, const char *function, int code, const char *format, ...);

/// The calling thread's last message since it was forgotten; empty when there is none.
const char *crealtime_kept_message(void);
void crealtime_forget_message(void);

#endif
