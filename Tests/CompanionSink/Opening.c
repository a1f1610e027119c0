// SPDX-License-Identifier: MIT
// The device's place in an ALSA configuration: reads its options, and offers the formats, rates and sizes they name.
#include "Companion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { list_limit = 16 };

/// What the device offers; each a list of words, null where nothing was said.
struct offers {
    const char *formats, *rates, *channels, *periods, *buffers;
};

static const char **offer(struct offers *offers, const char *name, size_t length) {
    const char *const names[] = {"formats", "rates", "channels", "periods", "buffers"};
    const char **const places[] = {&offers->formats, &offers->rates, &offers->channels, &offers->periods, &offers->buffers};
    for (int index = 0; index < 5; index++) {
        if (strlen(names[index]) == length && !memcmp(names[index], name, length)) return places[index];
    }
    return 0;
}

/// The words of a list, each through `read`; how many, or -1 where one is not understood.
static int words(const char *list, unsigned int *values, int (*read)(const char *)) {
    char copy[256], *place = 0;
    int count = 0;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *word = strtok_r(copy, " ,", &place); word; word = strtok_r(0, " ,", &place)) {
        const int value = read(word);
        if (value < 0 || count == list_limit) return -1;
        values[count++] = (unsigned int)value;
    }
    return count;
}

static int number(const char *word) {
    char *rest = 0;
    const long value = strtol(word, &rest, 10);
    return *rest || value <= 0 || value > 1 << 24 ? -1 : (int)value;
}

static int format(const char *word) { return (int)snd_pcm_format_value(word); }

/// Restricts one parameter to a list; the values may be counted in `scale` bytes.
static int restrict_to(snd_pcm_ioplug_t *io, int type, const char *list, int (*read)(const char *), unsigned int scale) {
    unsigned int values[list_limit];
    const int count = words(list, values, read);
    if (count <= 0) {
        SNDERR("the companion cannot offer '%s'", list);
        return -EINVAL;
    }
    for (int index = 0; index < count; index++) values[index] *= scale;
    return snd_pcm_ioplug_set_param_list(io, type, (unsigned int)count, values);
}

static int restrict_all(snd_pcm_ioplug_t *io, const struct offers *offers) {
    unsigned int access[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    int code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, access);
    const char *const formats = offers->formats ? offers->formats : "FLOAT_LE S32_LE S24_3LE S16_LE";
    const char *const channels = offers->channels ? offers->channels : "1 2 4 6 8";
    if (code >= 0) code = restrict_to(io, SND_PCM_IOPLUG_HW_FORMAT, formats, format, 1);
    if (code >= 0) code = restrict_to(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, number, 1);
    if (code >= 0) {
        code = offers->rates ? restrict_to(io, SND_PCM_IOPLUG_HW_RATE, offers->rates, number, 1)
                             : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 8000, 192000);
    }
    // alsa-lib counts these in bytes, so a list of frames needs one format and one number of channels.
    unsigned int frame = 1, values[list_limit];
    if (offers->periods || offers->buffers) {
        if (words(formats, values, format) != 1) {
            SNDERR("the companion's periods and buffers need one format");
            return -EINVAL;
        }
        frame = (unsigned int)snd_pcm_format_physical_width((snd_pcm_format_t)values[0]) / 8;
        if (words(channels, values, number) != 1) {
            SNDERR("the companion's periods and buffers need one number of channels");
            return -EINVAL;
        }
        frame *= values[0];
    }
    if (code >= 0) {
        code = offers->periods ? restrict_to(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, offers->periods, number, frame)
                               : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 32, 1 << 20);
    }
    if (code >= 0) {
        code = offers->buffers ? restrict_to(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, offers->buffers, number, frame)
                               : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 64, 1 << 22);
    }
    return code;
}

/// Once it is back, the device may offer something else: `name=value` words, as the script gave them.
static void offer_anew(struct offers *offers, char *words) {
    char *place = 0;
    for (char *word = strtok_r(words, " ", &place); word; word = strtok_r(0, " ", &place)) {
        char *value = strchr(word, '=');
        const char **slot = offer(offers, word, (size_t)(value - word));
        if (slot) *slot = value + 1;
    }
}

static int open_sink(struct companion *self, struct offers *offers) {
    struct sink *sink = self->sink;
    if (sink->is_gone) {
        if (sink_now() < sink->gone_until) {
            sink_note(sink, "refused");
            return -ENODEV;
        }
        sink->is_gone = 0;
        sink_note(sink, "returned");
    }
    // The words are cut where they stand; they are needed once more at the next opening.
    static _Thread_local char words[sizeof sink->offers];
    memcpy(words, sink->offers, sizeof words);
    offer_anew(offers, words);
    return 0;
}

static void discard(struct companion *self) {
    free(self->map);
    free(self);
}

/// Owns `self` from here on.
static int make(struct companion *self, snd_pcm_t **pcm, const char *name, const struct offers *offers, snd_pcm_stream_t stream, int mode) {
    self->io.version = SND_PCM_IOPLUG_VERSION;
    self->io.name = "The tests' companion";
    self->io.callback = &companion_callbacks;
    self->io.private_data = self;
    self->io.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    self->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    self->io.poll_events = POLLIN;
    int code = self->io.poll_fd < 0 ? -errno : snd_pcm_ioplug_create(&self->io, name, stream, mode);
    if (code < 0) {
        if (self->io.poll_fd >= 0) close(self->io.poll_fd);
        discard(self);
        return code;
    }
    code = restrict_all(&self->io, offers);
    if (code < 0) {
        // Its close callback frees what is here.
        snd_pcm_ioplug_delete(&self->io);
        return code;
    }
    self->next = companions;
    companions = self;
    sink_note(self->sink, "open");
    *pcm = self->io.pcm;
    return 0;
}

static enum planted planted(const char *name) {
    return !strcmp(name, "malloc") ? MALLOC : !strcmp(name, "lock") ? LOCK : !strcmp(name, "syscall") ? SYSCALL : NOTHING;
}

SND_PCM_PLUGIN_DEFINE_FUNC(companion) {
    (void)root;
    const char *played = 0, *log = 0, *script = 0, *misdeed = 0, *map = 0;
    struct offers offers = {0};
    double speed = 1;
    int wakes = 0;
    snd_config_iterator_t place, next;
    snd_config_for_each(place, next, conf) {
        snd_config_t *entry = snd_config_iterator_entry(place);
        const char *id = 0, *text = 0;
        if (snd_config_get_id(entry, &id) < 0 || !strcmp(id, "type") || !strcmp(id, "comment") || !strcmp(id, "hint")) continue;
        snd_config_get_string(entry, &text);
        // As good as nothing, so that a definition can have arguments without need.
        if (text && !*text) continue;
        const char **slot = offer(&offers, id, strlen(id));
        long integer = 0;
        if (!strcmp(id, "played")) played = text;
        else if (!strcmp(id, "log")) log = text;
        else if (!strcmp(id, "script")) script = text;
        else if (!strcmp(id, "planted")) misdeed = text;
        else if (!strcmp(id, "map")) map = text;
        else if (!strcmp(id, "wakes")) wakes = snd_config_get_bool(entry) > 0;
        else if (!strcmp(id, "speed") && snd_config_get_ireal(entry, &speed) >= 0 && speed > 0) continue;
        else if (slot && snd_config_get_integer(entry, &integer) >= 0) {
            // One number needs no quotation marks; alsa-lib's text of it lives in a word of ours.
            static _Thread_local char numbers[5][16];
            char *word = numbers[slot - &offers.formats];
            snprintf(word, sizeof numbers[0], "%ld", integer);
            *slot = word;
        } else if (slot) *slot = text;
        else {
            SNDERR("the companion has no option '%s', or not with that value", id);
            return -EINVAL;
        }
    }
    struct companion *self = calloc(1, sizeof *self);
    if (!self) return -ENOMEM;
    self->speed = speed;
    self->wakes = wakes;
    self->planted = misdeed ? planted(misdeed) : NOTHING;
    self->map = map ? strdup(map) : 0;
    self->least_room = 1;
    self->boundary = INT64_MAX;
    // The device is who keeps its log, else who has its name.
    self->sink = sink_find(log ? log : name, played, log, script);
    const int code = self->sink ? open_sink(self, &offers) : -EINVAL;
    if (code >= 0) return make(self, pcmp, name, &offers, stream, mode);
    discard(self);
    return code;
}

SND_PCM_PLUGIN_SYMBOL(companion);
