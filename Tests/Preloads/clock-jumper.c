// SPDX-License-Identifier: MIT
// Preloaded into a program, moves its time of day: by as many nanoseconds as the file CLOCK_JUMPER holds (an int64 that may
// change at any time). Waits until a time of day see the jump while they wait, as they do when the system's clock is set.
// Every other clock is left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t still, *jump = &still;
static int (*real_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    real_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *name = getenv("CLOCK_JUMPER");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) jump = page;
    close(file);
}

static int64_t now(clockid_t clock) {
    struct timespec time;
    if (!real_gettime) begin();
    real_gettime(clock, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_gettime) begin();
    int result = real_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        int64_t moved = time->tv_sec * 1000000000ll + time->tv_nsec + *jump;
        time->tv_sec = moved / 1000000000;
        time->tv_nsec = moved % 1000000000;
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    int64_t moved = now(CLOCK_REALTIME) + *jump;
    time->tv_sec = moved / 1000000000;
    time->tv_usec = moved % 1000000000 / 1000;
    return 0;
}

time_t time(time_t *result) {
    time_t seconds = (now(CLOCK_REALTIME) + *jump) / 1000000000;
    if (result) *result = seconds;
    return seconds;
}

// The real time of day of the next look at the jump, or of the deadline as it is now; whether it is the deadline.
static int next_look(const struct timespec *deadline, struct timespec *look) {
    int64_t end = deadline->tv_sec * 1000000000ll + deadline->tv_nsec - *jump, soon = now(CLOCK_REALTIME) + 20000000;
    int64_t wait = end < soon ? end : soon;
    look->tv_sec = wait / 1000000000;
    look->tv_nsec = wait % 1000000000;
    return end <= soon;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
    static int (*real)(sem_t *, const struct timespec *);
    if (!real) real = (int (*)(sem_t *, const struct timespec *))dlsym(RTLD_NEXT, "sem_timedwait");
    for (;;) {
        struct timespec look;
        int is_last = next_look(deadline, &look);
        int result = real(semaphore, &look);
        if (result == 0 || errno != ETIMEDOUT || is_last) return result;
    }
}

// Conditions whose deadlines are no times of day.
static const pthread_cond_t *steady[4096];
static int steady_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes) {
    static int (*real)(pthread_cond_t *, const pthread_condattr_t *);
    if (!real) real = (int (*)(pthread_cond_t *, const pthread_condattr_t *))dlvsym(RTLD_NEXT, "pthread_cond_init", "GLIBC_2.3.2");
    clockid_t clock = CLOCK_REALTIME;
    if (attributes) pthread_condattr_getclock(attributes, &clock);
    pthread_mutex_lock(&lock);
    int place = 0;
    while (place < steady_count && steady[place] != condition) place++;
    if (clock == CLOCK_MONOTONIC && place < 4096) {
        steady[place] = condition;
        if (place == steady_count) steady_count++;
    } else if (place < steady_count) {
        steady[place] = NULL;
    }
    pthread_mutex_unlock(&lock);
    return real(condition, attributes);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
    static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (!real)
        real = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    int is_steady = 0;
    pthread_mutex_lock(&lock);
    for (int place = 0; place < steady_count; place++) is_steady |= steady[place] == condition;
    pthread_mutex_unlock(&lock);
    if (is_steady) return real(condition, mutex, deadline);
    for (;;) {
        struct timespec look;
        int is_last = next_look(deadline, &look);
        int result = real(condition, mutex, &look);
        if (result != ETIMEDOUT || is_last) return result;
    }
}
