// SPDX-License-Identifier: MIT
// Preloaded into a program, holds every thread of Dispatch's shared pool, which is Swift's too, for as long as the file that
// POOL_HOLDER names exists: each of them is busy, as in a parse without end, so that the pool starts no others for them. Writes
// "held" beside it (NAME.held) once nothing else is served, which it tries.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef void (*work)(void *);
static const char *name;
static atomic_int held, served;

static void rest(long milliseconds) {
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, 0);
}

static void hold(void *argument) {
    (void)argument;
    const int thread = (int)syscall(SYS_gettid);
    // Busy, but in nobody's way.
    setpriority(PRIO_PROCESS, (id_t)thread, 19);
    const struct sched_param parameter = {0};
    sched_setscheduler(thread, SCHED_IDLE, &parameter);
    atomic_fetch_add(&held, 1);
    while (access(name, F_OK) == 0) for (volatile int turn = 0; turn < 100000; turn++) continue;
}

static void serve(void *argument) {
    (void)argument;
    atomic_fetch_add(&served, 1);
}

static void *watch(void *argument) {
    (void)argument;
    while (access(name, F_OK) != 0) rest(5);
    void *(*queue)(long, unsigned long) = (void *(*)(long, unsigned long))dlsym(RTLD_DEFAULT, "dispatch_get_global_queue");
    void (*async)(void *, void *, work) = (void (*)(void *, void *, work))dlsym(RTLD_DEFAULT, "dispatch_async_f");
    if (!queue || !async) return 0;
    // Every quality of service has a pool of its own.
    static const long qualities[] = {0x09, 0x11, 0x15, 0x19, 0x21};
    const int count = sizeof qualities / sizeof *qualities;
    for (int number = 0; number < 64; number++) {
        for (int index = 0; index < count; index++) async(queue(qualities[index], 0), 0, hold);
    }
    // Held once what comes later is not served.
    for (;;) {
        rest(200);
        const int before = atomic_load(&served);
        for (int index = 0; index < count; index++) async(queue(qualities[index], 0), 0, serve);
        rest(200);
        if (atomic_load(&held) >= count && atomic_load(&served) == before) break;
    }
    char path[4096];
    snprintf(path, sizeof path, "%s.held", name);
    FILE *file = fopen(path, "w");
    if (file) fclose(file);
    return 0;
}

__attribute__((constructor)) static void begin(void) {
    name = getenv("POOL_HOLDER");
    pthread_t thread;
    if (name && pthread_create(&thread, 0, watch, 0) == 0) pthread_detach(thread);
}
