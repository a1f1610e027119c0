// SPDX-License-Identifier: MIT
#include "Sink.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/// Bytes; at eight times 48 kHz, stereo and float, what is played in five seconds.
static const uint64_t ring_size = 1 << 24;

static struct sink *sinks;
static pthread_mutex_t sinks_lock = PTHREAD_MUTEX_INITIALIZER;

int64_t sink_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void nap(long nanoseconds) {
    const struct timespec time = {0, nanoseconds};
    nanosleep(&time, 0);
}

/// Brings what is played to the file, for as long as the process lives. A pipe is opened here, where waiting is no matter.
static void *write_on(void *argument) {
    struct sink *sink = argument;
    const int file = open(sink->played_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) sink_note(sink, "cannot write %s", sink->played_path);
    for (;;) {
        const uint64_t played = atomic_load(&sink->played);
        uint64_t written = atomic_load(&sink->written);
        if (written >= played) {
            nap(2000000);
            continue;
        }
        uint64_t count = played - written;
        const uint64_t place = written % ring_size;
        if (count > ring_size - place) count = ring_size - place;
        const ssize_t done = file < 0 ? (ssize_t)count : write(file, sink->ring + place, count);
        // A reader that has gone keeps nobody waiting.
        atomic_store(&sink->written, written + (done > 0 ? (uint64_t)done : count));
    }
    return 0;
}

static void start_writer(struct sink *sink) {
    // All of its pages are there at once: a growing ring would look like a leak of the player's.
    void *ring = mmap(0, ring_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (ring == MAP_FAILED) return;
    sink->ring = ring;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_t thread;
    if (pthread_create(&thread, &attributes, write_on, sink)) {
        munmap(sink->ring, ring_size);
        sink->ring = 0;
    }
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, 0);
}

static struct sink *make(const char *name, const char *played, const char *log, const char *script) {
    struct sink *sink = calloc(1, sizeof *sink);
    if (!sink) return 0;
    sink->name = strdup(name);
    sink->log = log ? open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644) : -1;
    sink->event_count = script ? script_read(script, &sink->events) : 0;
    if (sink->event_count < 0 || (log && sink->log < 0)) {
        free(sink->name);
        free(sink);
        return 0;
    }
    if (played) {
        sink->played_path = strdup(played);
        start_writer(sink);
    }
    sink->next = sinks;
    sinks = sink;
    return sink;
}

struct sink *sink_find(const char *name, const char *played, const char *log, const char *script) {
    pthread_mutex_lock(&sinks_lock);
    struct sink *sink = sinks;
    while (sink && strcmp(sink->name, name)) sink = sink->next;
    if (!sink) sink = make(name, played, log, script);
    pthread_mutex_unlock(&sinks_lock);
    return sink;
}

void sink_note(struct sink *sink, const char *format, ...) {
    if (sink->log < 0) return;
    char line[512];
    int used = snprintf(line, sizeof line, "%lld %lld ", (long long)sink_now(), (long long)sink->frame);
    va_list arguments;
    va_start(arguments, format);
    used += vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
    va_end(arguments);
    if (used > (int)sizeof line - 2) used = sizeof line - 2;
    line[used] = '\n';
    // Whole lines, and a log that cannot be written is missed by who reads it.
    if (write(sink->log, line, (size_t)used + 1) < 0) return;
}

void sink_take(struct sink *sink, const void *bytes, uint64_t count) {
    if (sink->ring) {
        while (sink->taken + count - atomic_load(&sink->written) > ring_size) nap(1000000);
        const uint64_t place = sink->taken % ring_size;
        const uint64_t first = count < ring_size - place ? count : ring_size - place;
        memcpy(sink->ring + place, bytes, first);
        memcpy(sink->ring, (const unsigned char *)bytes + first, count - first);
    }
    sink->taken += count;
}

void sink_play(struct sink *sink, uint64_t count) { atomic_fetch_add(&sink->played, count); }

void sink_flush(struct sink *sink) {
    if (!sink->ring) return;
    while (atomic_load(&sink->written) < atomic_load(&sink->played)) nap(1000000);
}

void sink_drop(struct sink *sink) {
    if (sink->taken == atomic_load(&sink->played)) return;
    sink_flush(sink);
    // The writer has nothing to do until `played` moves; so `written` goes first.
    atomic_store(&sink->written, sink->taken);
    atomic_store(&sink->played, sink->taken);
}
