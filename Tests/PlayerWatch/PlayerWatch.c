// SPDX-License-Identifier: MIT
// Watches the audio thread of a running amaoto from outside: loaded before the program's own libraries (LD_PRELOAD),
// together with the counters of ../CRenderWatch, it says what that thread did in each of three rooms:
//
//   rendering  between the brackets that the player sets for a sanitizer
//   library    inside alsa-lib's functions, its plugins and servers included
//   between    all else, from the first frames that the device took to the drain
//
// as one line of JSON in the file that PLAYER_WATCH_REPORT names. With PLAYER_WATCH_PLANT=ROOM:DEED (allocation, lock,
// call) it does that deed in that room each hundredth period, so that a test can see that it sees.
#define _GNU_SOURCE
#include "../CRenderWatch/RenderWatchThread.h"

#include <alsa/asoundlib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum room { RENDERING, LIBRARY, BETWEEN, ROOMS };
static const char *const room_names[ROOMS] = {"rendering", "library", "between"};
enum { PERIODS_TO_A_DEED = 100, CALL_NUMBERS = WATCH_CALL_NUMBERS };

// The audio thread's alone: the first thread that hands frames to a device. One playing a process.
struct tally {
    struct watch_counts rooms[ROOMS];
    int64_t calls[ROOMS][CALL_NUMBERS];
    struct watch_counts mark;
    enum room room;
    int64_t periods;
    bool armed;
};
static __thread struct tally tally __attribute__((tls_model("initial-exec")));

// MARK: Rooms

static void settle(void) {
    struct watch_counts now = watch_thread.counts, *sum = &tally.rooms[tally.room];
    sum->allocations += now.allocations - tally.mark.allocations;
    sum->frees += now.frees - tally.mark.frees;
    sum->locks += now.locks - tally.mark.locks;
    sum->retains += now.retains - tally.mark.retains;
    sum->releases += now.releases - tally.mark.releases;
    sum->system_calls += now.system_calls - tally.mark.system_calls;
    tally.mark = now;
}

static enum room enter(enum room room) {
    enum room before = tally.room;
    if (!tally.armed) return before;
    settle();
    tally.room = room;
    watch_thread.calls_by_number = tally.calls[room];
    return before;
}

static void plant(enum room room) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static enum { UNKNOWN, NOTHING, ALLOCATION, LOCK, CALL } deed;
    static enum room where;
    if (deed == UNKNOWN) {
        const char *asked = getenv("PLAYER_WATCH_PLANT");
        deed = NOTHING;
        for (int name = 0; asked && name < ROOMS; name++)
            if (strncmp(asked, room_names[name], strlen(room_names[name])) == 0) where = name;
        if (asked && strstr(asked, ":allocation")) deed = ALLOCATION;
        if (asked && strstr(asked, ":lock")) deed = LOCK;
        if (asked && strstr(asked, ":call")) deed = CALL;
    }
    if (room != where || tally.periods % PERIODS_TO_A_DEED != 0) return;
    if (deed == ALLOCATION) free(malloc(64));
    if (deed == LOCK) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); }
    if (deed == CALL) (void)getppid();
}

void __rtsan_realtime_enter(void) {
    tally.periods += tally.armed;
    enter(RENDERING);
    if (tally.armed) plant(RENDERING);
}

void __rtsan_realtime_exit(void) {
    enter(BETWEEN);
    if (tally.armed) plant(BETWEEN);
}

// MARK: Report

static void report_room(FILE *file, enum room room) {
    const struct watch_counts *sum = &tally.rooms[room];
    fprintf(file, "\"%s\":{\"allocations\":%lld,\"frees\":%lld,\"locks\":%lld,\"retains\":%lld,\"releases\":%lld,\"calls\":{",
            room_names[room], (long long)sum->allocations, (long long)sum->frees, (long long)sum->locks,
            (long long)sum->retains, (long long)sum->releases);
    const char *comma = "";
    for (int number = 0; number < CALL_NUMBERS; number++)
        if (tally.calls[room][number] != 0) {
            fprintf(file, "%s\"%d\":%lld", comma, number, (long long)tally.calls[room][number]);
            comma = ",";
        }
    fprintf(file, "}}");
}

static void disarm(void) {
    if (!tally.armed) return;
    enter(BETWEEN);
    bool watched = watch_thread.counts.system_calls_watched;
    struct watch_counts last;
    watch_end(&last);
    tally.armed = false;
    watch_thread.calls_by_number = NULL;
    const char *path = getenv("PLAYER_WATCH_REPORT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "{\"periods\":%lld,\"callsWatched\":%s", (long long)tally.periods, watched ? "true" : "false");
    for (int room = 0; room < ROOMS; room++) {
        fprintf(file, ",");
        report_room(file, room);
    }
    fprintf(file, "}\n");
    fclose(file);
}

static void arm(void) {
    watch_begin();
    tally = (struct tally){.room = BETWEEN, .armed = true, .mark = watch_thread.counts};
    watch_thread.calls_by_number = tally.calls[BETWEEN];
}

// MARK: alsa-lib's functions, as the player calls them

#define LIBRARY_CALL(result, name, parameters, arguments) \
    result name parameters { \
        static result (*next) parameters; \
        if (!next) next = (result(*) parameters)watch_next_definition(#name); \
        enum room before = enter(LIBRARY); \
        result value = next arguments; \
        enter(before); \
        return value; \
    }

LIBRARY_CALL(snd_pcm_sframes_t, snd_pcm_avail_update, (snd_pcm_t *pcm), (pcm))
LIBRARY_CALL(int, snd_pcm_delay, (snd_pcm_t *pcm, snd_pcm_sframes_t *delay), (pcm, delay))
LIBRARY_CALL(snd_pcm_state_t, snd_pcm_state, (snd_pcm_t *pcm), (pcm))
LIBRARY_CALL(int, snd_pcm_prepare, (snd_pcm_t *pcm), (pcm))
LIBRARY_CALL(int, snd_pcm_resume, (snd_pcm_t *pcm), (pcm))
LIBRARY_CALL(int, snd_pcm_start, (snd_pcm_t *pcm), (pcm))
LIBRARY_CALL(int, snd_pcm_poll_descriptors, (snd_pcm_t *pcm, struct pollfd *ends, unsigned int space), (pcm, ends, space))
LIBRARY_CALL(
    int, snd_pcm_poll_descriptors_revents,
    (snd_pcm_t *pcm, struct pollfd *ends, unsigned int count, unsigned short *events), (pcm, ends, count, events))

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *pcm, const void *frames, snd_pcm_uframes_t count) {
    static snd_pcm_sframes_t (*next)(snd_pcm_t *, const void *, snd_pcm_uframes_t);
    if (!next) next = (snd_pcm_sframes_t(*)(snd_pcm_t *, const void *, snd_pcm_uframes_t))watch_next_definition("snd_pcm_writei");
    static bool taken;
    enum room before = enter(LIBRARY);
    snd_pcm_sframes_t written = next(pcm, frames, count);
    enter(before);
    if (written > 0 && !taken) {
        taken = true;
        arm();
    }
    return written;
}

// What follows the last frame is no longer real time. The state is asked for once more before it: that is the library's.
int snd_pcm_drain(snd_pcm_t *pcm) {
    static int (*next)(snd_pcm_t *);
    if (!next) next = (int (*)(snd_pcm_t *))watch_next_definition("snd_pcm_drain");
    disarm();
    return next(pcm);
}

int snd_pcm_drop(snd_pcm_t *pcm) {
    static int (*next)(snd_pcm_t *);
    if (!next) next = (int (*)(snd_pcm_t *))watch_next_definition("snd_pcm_drop");
    disarm();
    return next(pcm);
}
