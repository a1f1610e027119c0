// SPDX-License-Identifier: MIT
// The device behind the plugin: it outlives its openings, so that it can go and come back. One thread at a time, beside
// the writer's own.
#ifndef SINK_H
#define SINK_H

#include <stdatomic.h>
#include <stdint.h>

enum mishap { XRUN, SUSPEND, LOSE, STALL, WAKES, FAIL };

/// One line of the script: what happens when so many frames have been played or thrown away.
struct event {
    int64_t frame;
    enum mishap mishap;
    /// Nanoseconds; INT64_MAX where no end is given.
    int64_t length;
    /// Suspend: waking takes a prepare, resume never does it.
    int is_deaf;
    /// Lose: what it offers once it is back, as `name=value` words; empty for what it offered before.
    char offers[128];
};

struct sink {
    struct sink *next;
    char *name;
    struct event *events;
    int event_count;
    /// The first that has not happened.
    int event;
    /// Frames played or thrown away so far.
    int64_t frame;
    /// While the clock is before it, the device is not there.
    int64_t gone_until;
    int is_gone;
    char offers[128];
    int log;

    // The ring to the writer: bytes taken, bytes played, bytes written to the file.
    char *played_path;
    unsigned char *ring;
    uint64_t taken;
    _Atomic uint64_t played;
    _Atomic uint64_t written;
};

/// CLOCK_MONOTONIC in nanoseconds.
int64_t sink_now(void);

/// The sink of that name, made at its first opening; 0 and a message through alsa-lib when the script makes no sense.
/// The paths may be null: nothing is kept then.
struct sink *sink_find(const char *name, const char *played, const char *log, const char *script);

/// One line of the log: the clock, the frame, what happened.
void sink_note(struct sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Takes bytes that may be played later.
void sink_take(struct sink *sink, const void *bytes, uint64_t count);
/// So many of the taken bytes, the oldest, have been played.
void sink_play(struct sink *sink, uint64_t count);
/// Throws away whatever has been taken and not played.
void sink_drop(struct sink *sink);
/// Waits until everything played is in the file.
void sink_flush(struct sink *sink);

/// Reads a script (the text, or the file of that name); the number of events, or -1 with a message.
int script_read(const char *script, struct event **events);

#endif
