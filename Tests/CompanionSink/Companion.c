// SPDX-License-Identifier: MIT
// A playback device for tests, as an I/O plugin of alsa-lib: paced by a timer as hardware is by its crystal, keeps what it
// played, and fails as its script says. README.md names its options.
#include "Companion.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct companion *companions;
static pthread_mutex_t planted_lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t later(int64_t now, int64_t length) { return length < INT64_MAX - now ? now + length : INT64_MAX; }

// MARK: The clock

static void consume(struct companion *self, int64_t played) {
    if (played <= self->played) return;
    sink_play(self->sink, (uint64_t)(played - self->played) * self->frame_bytes);
    self->played = played;
    self->sink->frame = self->before + played;
}

/// What was taken and not played is lost.
static void throw_away(struct companion *self) {
    if (self->taken == self->played) return;
    sink_note(self->sink, "dropped %lld", (long long)(self->taken - self->played));
    sink_drop(self->sink);
    self->played = self->taken;
    self->sink->frame = self->before + self->played;
}

static void happen(struct companion *self, const struct event *event, int64_t now) {
    struct sink *sink = self->sink;
    switch (event->mishap) {
    case XRUN:
        sink_note(sink, "xrun");
        self->is_dry = 1;
        throw_away(self);
        break;
    case SUSPEND:
        sink_note(sink, "suspend");
        self->suspended_until = later(now, event->length);
        self->is_deaf = event->is_deaf;
        snd_pcm_ioplug_set_state(&self->io, SND_PCM_STATE_SUSPENDED);
        break;
    case LOSE:
        sink_note(sink, "lost");
        sink->gone_until = later(now, event->length);
        sink->is_gone = 1;
        memcpy(sink->offers, event->offers, sizeof sink->offers);
        snd_pcm_ioplug_set_state(&self->io, SND_PCM_STATE_DISCONNECTED);
        throw_away(self);
        break;
    case STALL:
        sink_note(sink, "stall");
        self->is_stalled = 1;
        self->stalled_until = later(now, event->length);
        if (event->is_deaf) {
            sink->is_gone = 1;
            sink->gone_until = INT64_MAX;
        }
        break;
    case WAKES: self->waking_until = later(now, event->length); break;
    case FAIL:
        sink_note(sink, "fails");
        self->failing_until = later(now, event->length);
        break;
    }
}

static int is_running(const struct companion *self) {
    return (self->io.state == SND_PCM_STATE_RUNNING || self->io.state == SND_PCM_STATE_DRAINING) && !self->is_dry;
}

/// Frames that the crystal allows by `now`.
static int64_t due(const struct companion *self, int64_t now) {
    return self->run_base + (int64_t)((double)(now - self->run_start) * 1e-9 * self->io.rate * self->speed);
}

/// Plays up to now, and lets happen what falls into it.
static void advance(struct companion *self) {
    const int64_t now = sink_now();
    struct sink *sink = self->sink;
    while (is_running(self)) {
        if (self->is_stalled) {
            if (now < self->stalled_until) return;
            self->is_stalled = 0;
            self->run_start = now;
            self->run_base = self->played;
            sink_note(sink, "goes on");
        }
        const int64_t target = due(self, now), end = target < self->taken ? target : self->taken;
        if (sink->event < sink->event_count && sink->events[sink->event].frame <= self->before + end) {
            const struct event *event = &sink->events[sink->event++];
            consume(self, event->frame - self->before);
            happen(self, event, now);
            continue;
        }
        consume(self, end);
        if (target >= self->taken && self->io.state == SND_PCM_STATE_RUNNING) {
            sink_note(sink, "ran dry");
            self->is_dry = 1;
        }
        return;
    }
}

/// Sets the timer for the next moment at which the descriptor is to wake its reader.
static void arm(struct companion *self) {
    const int64_t now = sink_now();
    int64_t wake = 1;
    if (!self->wakes && now >= self->waking_until && is_running(self)) {
        const struct sink *sink = self->sink;
        const int64_t size = (int64_t)self->io.buffer_size;
        int64_t frame = self->io.state == SND_PCM_STATE_DRAINING ? self->taken : self->taken - size + self->least_room;
        if (sink->event < sink->event_count && sink->events[sink->event].frame - self->before < frame) {
            frame = sink->events[sink->event].frame - self->before;
        }
        if (self->is_stalled) {
            wake = self->stalled_until;
        } else if (frame > self->played) {
            wake = self->run_start + (int64_t)((double)(frame - self->run_base) * 1e9 / (self->io.rate * self->speed)) + 1;
        }
    }
    const int64_t never = INT64_MAX / 2;
    if (wake > never) wake = never;
    const struct itimerspec time = {.it_value = {wake / 1000000000, wake % 1000000000}};
    timerfd_settime(self->io.poll_fd, TFD_TIMER_ABSTIME, &time, 0);
}

// MARK: What alsa-lib calls

static int on_start(snd_pcm_ioplug_t *io) {
    struct companion *self = io->private_data;
    self->run_start = sink_now();
    self->run_base = self->played;
    sink_note(self->sink, "start");
    return 0;
}

static int on_stop(snd_pcm_ioplug_t *io) {
    struct companion *self = io->private_data;
    throw_away(self);
    self->is_stalled = 0;
    return 0;
}

static snd_pcm_sframes_t on_pointer(snd_pcm_ioplug_t *io) {
    struct companion *self = io->private_data;
    advance(self);
    if (self->is_dry) return -EPIPE;
    return (snd_pcm_sframes_t)(self->played % self->boundary);
}

static void misbehave(enum planted planted) {
    switch (planted) {
    case NOTHING: break;
    case MALLOC: {
        void *volatile memory = malloc(64);
        free(memory);
        break;
    }
    case LOCK:
        pthread_mutex_lock(&planted_lock);
        pthread_mutex_unlock(&planted_lock);
        break;
    case SYSCALL: syscall(SYS_getppid); break;
    }
}

static snd_pcm_sframes_t on_transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    struct companion *self = io->private_data;
    if (io->state == SND_PCM_STATE_DISCONNECTED) return -ENODEV;
    if (sink_now() < self->failing_until) return -EIO;
    misbehave(self->planted);
    const unsigned char *first = (const unsigned char *)areas->addr + areas->first / 8 + offset * (areas->step / 8);
    sink_take(self->sink, first, size * self->frame_bytes);
    self->taken += (int64_t)size;
    arm(self);
    return (snd_pcm_sframes_t)size;
}

static int on_prepare(snd_pcm_ioplug_t *io) {
    struct companion *self = io->private_data;
    // alsa-lib has set the state already.
    if (self->sink->is_gone) {
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
        return -ENODEV;
    }
    if (self->suspended_until > sink_now()) {
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
        return -EAGAIN;
    }
    throw_away(self);
    self->suspended_until = self->is_deaf = self->is_dry = self->is_stalled = 0;
    self->taken = self->played = 0;
    self->before = self->sink->frame;
    self->frame_bytes = (uint64_t)snd_pcm_format_physical_width(io->format) / 8 * io->channels;
    sink_note(
        self->sink, "prepare %u Hz %s %u channels period %lu buffer %lu", io->rate, snd_pcm_format_name(io->format),
        io->channels, io->period_size, io->buffer_size);
    arm(self);
    return 0;
}

static int on_resume(snd_pcm_ioplug_t *io) {
    struct companion *self = io->private_data;
    if (self->is_deaf) return self->resumed = -ENOSYS;
    const int64_t now = sink_now();
    if (now < self->suspended_until) return self->resumed = -EAGAIN;
    sink_note(self->sink, "resumed");
    self->suspended_until = 0;
    self->run_start = now;
    self->run_base = self->played;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
    arm(self);
    return self->resumed = 0;
}

static int on_software(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *software) {
    struct companion *self = io->private_data;
    snd_pcm_uframes_t room = 0, boundary = 0;
    snd_pcm_sw_params_get_avail_min(software, &room);
    snd_pcm_sw_params_get_boundary(software, &boundary);
    self->least_room = room ? (int64_t)room : 1;
    self->boundary = boundary ? (int64_t)boundary : (int64_t)io->buffer_size;
    return 0;
}

static int on_events(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
    struct companion *self = io->private_data;
    *events = 0;
    if (!count || !descriptors->revents) return 0;
    advance(self);
    const int64_t room = (int64_t)io->buffer_size - (self->taken - self->played);
    if (is_running(self) || io->state == SND_PCM_STATE_PREPARED) {
        if (room >= self->least_room) *events = POLLOUT;
        if (io->state == SND_PCM_STATE_DRAINING && room < (int64_t)io->buffer_size) *events = 0;
    } else {
        *events = POLLOUT | POLLERR;
    }
    if (!*events) arm(self);
    return 0;
}

/// In memory of malloc, as who asks frees it.
static snd_pcm_chmap_t *on_map(snd_pcm_ioplug_t *io) {
    const struct companion *self = io->private_data;
    return self->map ? snd_pcm_chmap_parse_string(self->map) : 0;
}

static int on_close(snd_pcm_ioplug_t *io) {
    struct companion *self = io->private_data;
    throw_away(self);
    sink_flush(self->sink);
    sink_note(self->sink, "close");
    struct companion **place = &companions;
    while (*place && *place != self) place = &(*place)->next;
    if (*place) *place = self->next;
    close(io->poll_fd);
    free(self->map);
    free(self);
    return 0;
}

const snd_pcm_ioplug_callback_t companion_callbacks = {
    .start = on_start,
    .stop = on_stop,
    .pointer = on_pointer,
    .transfer = on_transfer,
    .prepare = on_prepare,
    .resume = on_resume,
    .sw_params = on_software,
    .poll_revents = on_events,
    .close = on_close,
    .get_chmap = on_map,
};

// MARK: What resume says

/// alsa-lib answers 0 for an I/O plugin's resume, whatever it said. With this library preloaded, its own answer is heard.
int snd_pcm_resume(snd_pcm_t *pcm) {
    int (*next)(snd_pcm_t *) = (int (*)(snd_pcm_t *))dlsym(RTLD_NEXT, "snd_pcm_resume");
    const int result = next ? next(pcm) : -ENOSYS;
    for (const struct companion *self = companions; self; self = self->next) {
        if (self->io.pcm == pcm) return self->resumed;
    }
    return result;
}
