// SPDX-License-Identifier: MIT
// The counters themselves, and the functions of the C library that are replaced. A symbol defined by the executable
// comes before the shared libraries' in the dynamic linker's search, so libswiftCore, Foundation and ALSA call these
// as well; the C library explicitly allows malloc to be replaced in this way.
#define _GNU_SOURCE
#include "CRenderWatch.h"
#include "RenderWatchThread.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// In the executable's own thread-local block: reading it never allocates.
__thread struct watch_thread watch_thread;

static bool count(int64_t *counter) {
    if (watch_thread.armed) *counter += 1;
    return watch_thread.armed;
}

// MARK: Memory

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

void *malloc(size_t size) {
    count(&watch_thread.counts.allocations);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(&watch_thread.counts.allocations);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count(&watch_thread.counts.allocations);
    if (old) count(&watch_thread.counts.frees);
    return __libc_realloc(old, size);
}

void free(void *memory) {
    if (memory) count(&watch_thread.counts.frees);
    __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) {
    count(&watch_thread.counts.allocations);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(&watch_thread.counts.allocations);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    count(&watch_thread.counts.allocations);
    void *got = __libc_memalign(alignment, size);
    if (!got) return ENOMEM;
    *memory = got;
    return 0;
}

void *valloc(size_t size) {
    count(&watch_thread.counts.allocations);
    return __libc_memalign((size_t)sysconf(_SC_PAGESIZE), size);
}

// MARK: Locks

// The next definition of a function after ours: the library's. Looked up when first called, which may be before any
// constructor has run; dlsym itself takes none of these.
#define NEXT(name) \
    static __typeof__(&name) next; \
    if (!next) next = (__typeof__(&name))watch_next_definition(#name);

void *watch_next_definition(const char *name) {
    // dlsym may allocate: what it does is not the watched thread's deed.
    bool armed = watch_thread.armed;
    watch_thread.armed = false;
    void *found = NULL;
    // Conditions exist twice, and plain dlsym may give the old ones, which have another layout.
    if (strncmp(name, "pthread_cond_", 13) == 0) found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    if (!found) found = dlsym(RTLD_NEXT, name);
    watch_thread.armed = armed;
    if (!found) abort();
    return found;
}

#define COUNTED_LOCK(name, parameters, arguments) \
    int name parameters { \
        NEXT(name) \
        count(&watch_thread.counts.locks); \
        return next arguments; \
    }

COUNTED_LOCK(pthread_mutex_lock, (pthread_mutex_t *lock), (lock))
COUNTED_LOCK(pthread_mutex_trylock, (pthread_mutex_t *lock), (lock))
COUNTED_LOCK(pthread_mutex_timedlock, (pthread_mutex_t *lock, const struct timespec *until), (lock, until))
COUNTED_LOCK(pthread_spin_lock, (pthread_spinlock_t *lock), (lock))
COUNTED_LOCK(pthread_spin_trylock, (pthread_spinlock_t *lock), (lock))
COUNTED_LOCK(pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock))
COUNTED_LOCK(pthread_rwlock_tryrdlock, (pthread_rwlock_t *lock), (lock))
COUNTED_LOCK(pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock))
COUNTED_LOCK(pthread_rwlock_trywrlock, (pthread_rwlock_t *lock), (lock))
COUNTED_LOCK(pthread_cond_wait, (pthread_cond_t *condition, pthread_mutex_t *lock), (condition, lock))
COUNTED_LOCK(
    pthread_cond_timedwait, (pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until),
    (condition, lock, until))
COUNTED_LOCK(sem_wait, (sem_t *semaphore), (semaphore))
COUNTED_LOCK(sem_trywait, (sem_t *semaphore), (semaphore))
COUNTED_LOCK(sem_timedwait, (sem_t *semaphore, const struct timespec *until), (semaphore, until))

// MARK: System calls by number (Swift's Mutex calls futex so when it is contended)

long syscall(long number, ...) {
    NEXT(syscall)
    if (!watch_thread.counts.system_calls_watched && count(&watch_thread.counts.system_calls)
        && watch_thread.counts.first_system_call < 0)
        watch_thread.counts.first_system_call = number;
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    return next(number, a, b, c, d, e, f);
}

// MARK: Arming

void *swift_retain(void *);

void watch_begin(void) {
    watch_thread.counts = (struct watch_counts){.first_system_call = -1};
    watch_thread.counts.system_calls_watched = watch_system_calls(true);
    watch_thread.armed = true;
}

void watch_end(struct watch_counts *counts) {
    watch_thread.armed = false;
    if (watch_thread.counts.system_calls_watched) watch_system_calls(false);
    *counts = watch_thread.counts;
}

bool watch_is_effective(void) {
    return dlsym(RTLD_DEFAULT, "malloc") == (void *)malloc
        && dlsym(RTLD_DEFAULT, "pthread_mutex_lock") == (void *)pthread_mutex_lock
        && dlsym(RTLD_DEFAULT, "syscall") == (void *)syscall
        && dlsym(RTLD_DEFAULT, "swift_retain") == (void *)swift_retain;
}
