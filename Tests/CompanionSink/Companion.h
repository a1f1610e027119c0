// SPDX-License-Identifier: MIT
// One opening of the device.
#ifndef COMPANION_H
#define COMPANION_H

#include "Sink.h"

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>

enum planted { NOTHING, MALLOC, LOCK, SYSCALL };

struct companion {
    snd_pcm_ioplug_t io;
    struct sink *sink;
    struct companion *next;
    /// Times real time.
    double speed;
    enum planted planted;
    /// Its descriptor wakes for nothing, always.
    int wakes;
    /// Whose its channels are, as alsa-lib writes it; null where it does not say.
    char *map;

    // Since it was prepared: frames taken, played, and what the sink had played before.
    int64_t taken, played, before;
    /// The clock from which `run_base` played frames are counted on.
    int64_t run_start, run_base;
    int64_t stalled_until, suspended_until, waking_until, failing_until;
    int is_stalled, is_deaf, is_dry;
    /// What resume had to say, which alsa-lib's plugin passes over.
    int resumed;
    int64_t least_room, boundary;
    uint64_t frame_bytes;
};

/// Those that are open, in a chain.
extern struct companion *companions;
extern const snd_pcm_ioplug_callback_t companion_callbacks;

#endif
