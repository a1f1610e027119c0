// SPDX-License-Identifier: MIT
// The script: one happening a line or between semicolons, in the order of their frames.
//
//   FRAME xrun
//   FRAME suspend SECONDS [deaf]
//   FRAME lose [SECONDS] [rates=44100] [formats=S16_LE] [channels=2] [periods=441] [buffers=1000]
//   FRAME stall [SECONDS]
//   FRAME stall deaf
//   FRAME wakes [SECONDS]
//   FRAME fail [SECONDS]
#include "Sink.h"

#include <alsa/asoundlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"xrun", "suspend", "lose", "stall", "wakes", "fail"};
enum { kinds = sizeof names / sizeof *names };

static int read_event(char *line, struct event *event) {
    char *place = 0;
    const char *word = strtok_r(line, " \t", &place);
    char *rest = 0;
    *event = (struct event){.length = INT64_MAX};
    event->frame = strtoll(word, &rest, 10);
    const char *name = strtok_r(0, " \t", &place);
    if (*rest || event->frame < 0 || !name) return -1;
    int kind = 0;
    while (kind < kinds && strcmp(names[kind], name)) kind++;
    if (kind == kinds) return -1;
    event->mishap = (enum mishap)kind;
    while ((word = strtok_r(0, " \t", &place))) {
        const double seconds = strtod(word, &rest);
        if (!*rest && seconds >= 0 && seconds < 1e6) {
            event->length = (int64_t)(seconds * 1e9);
        } else if ((kind == SUSPEND || kind == STALL) && !strcmp(word, "deaf")) {
            event->is_deaf = 1;
        } else if (kind == LOSE && strchr(word, '=')) {
            const size_t used = strlen(event->offers);
            if (snprintf(event->offers + used, sizeof event->offers - used, "%s ", word) >= (int)(sizeof event->offers - used)) return -1;
        } else {
            return -1;
        }
    }
    return 0;
}

int script_read(const char *script, struct event **events) {
    char *text = 0;
    size_t length = 0;
    FILE *file = *script == '/' ? fopen(script, "r") : 0;
    if (*script == '/' && (!file || getdelim(&text, &length, 0, file) < 0)) text = strdup("");
    if (!file && *script != '/') text = strdup(script);
    if (file) fclose(file);

    int count = 0;
    char *place = 0;
    for (char *line = text ? strtok_r(text, ";\n", &place) : 0; line; line = strtok_r(0, ";\n", &place)) {
        line += strspn(line, " \t");
        if (!*line || *line == '#') continue;
        struct event *longer = realloc(*events, (size_t)(count + 1) * sizeof *longer);
        if (!longer) break;
        *events = longer;
        char copy[256];
        snprintf(copy, sizeof copy, "%s", line);
        if (read_event(line, &longer[count]) < 0 || (count && longer[count].frame < longer[count - 1].frame)) {
            SNDERR("the companion's script makes no sense at '%s'", copy);
            free(text);
            return -1;
        }
        count++;
    }
    free(text);
    return count;
}
