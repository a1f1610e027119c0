// SPDX-License-Identifier: MIT
// What this machine allows: on every processor a thread of the highest priority, with nothing to do, wakes each millisecond and
// says when it came late. Whatever holds it up is no program's doing: a hypervisor that gives the processor to others, or a
// kernel that does not let go. probe MILLISECONDS: prints `INSTANT PROCESSOR MILLISECONDS` for each wake-up later than that, in
// nanoseconds of CLOCK_MONOTONIC; ends by SIGTERM.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int64_t least;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *watch(void *argument) {
    long processor = (long)argument;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    struct sched_param priority = {.sched_priority = sched_get_priority_max(SCHED_FIFO)};
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) != 0) {
        fprintf(stderr, "probe: SCHED_FIFO is not granted\n");
        exit(1);
    }
    int64_t due = now();
    for (;;) {
        due += 1000000;
        struct timespec time = {due / 1000000000, due % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
        int64_t woke = now(), late = woke - due;
        if (late < least) continue;
        printf("%lld %ld %.3f\n", (long long)woke, processor, (double)late / 1e6);
        fflush(stdout);
        due = woke;
    }
    return NULL;
}

int main(int count, char **arguments) {
    least = (int64_t)(atof(count > 1 ? arguments[1] : "2") * 1e6);
    mlockall(MCL_CURRENT | MCL_FUTURE);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (long processor = 0; processor < processors; processor++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, watch, (void *)processor) != 0) return 1;
    }
    pause();
    return 0;
}
