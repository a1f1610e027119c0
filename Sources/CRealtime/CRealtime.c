#define _GNU_SOURCE
#include "CRealtime.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

int crealtime_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int crealtime_thread_id(void) { return gettid(); }

void crealtime_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int crealtime_lock_memory(void) {
    // Under a limit, locking the future too would make later allocations fail.
    struct rlimit limit;
    int unlimited = getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
    return mlockall(unlimited ? MCL_CURRENT | MCL_FUTURE : MCL_CURRENT) == 0 ? 0 : errno;
}

static long long limit(__rlimit_resource_t resource) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return 0;
    return limit.rlim_cur == RLIM_INFINITY ? -1 : (long long)limit.rlim_cur;
}

long long crealtime_priority_limit(void) { return limit(RLIMIT_RTPRIO); }

long long crealtime_memory_limit(void) { return limit(RLIMIT_MEMLOCK); }

static __thread char kept_message[512];

void crealtime_keep_message(const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    (void)code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(kept_message, sizeof kept_message, format, arguments);
    va_end(arguments);
}

const char *crealtime_kept_message(void) { return kept_message; }

void crealtime_forget_message(void) { kept_message[0] = 0; }
