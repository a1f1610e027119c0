// SPDX-License-Identifier: MIT
// Loaded before RealtimeSanitizer's library: once, in the midst of the rendering, does what PLANTED_DEED names, so that a
// test can see that the sanitizer sees.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PERIODS_BEFORE = 50 };

void __rtsan_realtime_enter(void) {
    static void (*next)(void);
    static int periods;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!next) next = (void (*)(void))dlsym(RTLD_NEXT, "__rtsan_realtime_enter");
    if (!next) abort();
    const char *deed = getenv("PLANTED_DEED");
    next();
    if (++periods != PERIODS_BEFORE || !deed) return;
    if (strcmp(deed, "malloc") == 0) free(malloc(64));
    if (strcmp(deed, "pthread_mutex_lock") == 0) pthread_mutex_lock(&lock);
    if (strcmp(deed, "write") == 0 && write(STDERR_FILENO, "", 0) < 0) abort();
    if (strcmp(deed, "nanosleep") == 0) nanosleep(&(struct timespec){.tv_nsec = 1}, NULL);
}
