// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "realtime.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

int crealtime_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int crealtime_thread_id(void) { return gettid(); }

void crealtime_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

// Brings in the code that the audio thread may run: the program's own, and that of the libraries that it calls.
static int bring_in(struct dl_phdr_info *object, size_t size, void *context) {
    static const char *const called[] = {"libasound", "libswiftCore", "libc.so", "libm.so"};
    (void)size;
    (void)context;
    int is_called = object->dlpi_name[0] == 0;
    for (size_t index = 0; index < sizeof called / sizeof *called; index++)
        is_called |= strstr(object->dlpi_name, called[index]) != NULL;
    for (int index = 0; is_called && index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        const volatile char *first = (const volatile char *)(object->dlpi_addr + part->p_vaddr);
        for (size_t place = 0; place < part->p_filesz; place += 4096) (void)first[place];
    }
    return 0;
}

int crealtime_lock_memory(void) {
    // Under a limit, locking the future too would make later allocations fail.
    struct rlimit limit;
    int unlimited = getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
    // What is used is locked, not what is mapped: whole stacks and tables that nobody reads are hundreds of megabytes.
    if (mlockall(MCL_CURRENT | MCL_ONFAULT | (unlimited ? MCL_FUTURE : 0)) != 0) return errno;
    dl_iterate_phdr(bring_in, NULL);
    return 0;
}

void crealtime_lock_stack(unsigned long thread) {
    pthread_attr_t attributes;
    void *start;
    size_t size;
    if (pthread_getattr_np(thread, &attributes) != 0) return;
    if (pthread_attr_getstack(&attributes, &start, &size) == 0) (void)mlock(start, size);
    pthread_attr_destroy(&attributes);
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
