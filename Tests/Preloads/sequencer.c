// SPDX-License-Identifier: MIT
// Preloaded into a program, stands in for ALSA's sequencer, which a machine without /dev/snd/seq lacks: one client, 20:0 by
// the name Keys, plays the MIDI bytes that are appended to the file SEQUENCER. alsa-lib itself encodes them into events. The
// bytes F4 and F5, which MIDI leaves undefined, unplug it and plug it in again.
#include <alsa/asoundlib.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int file = -1, isPlugged = 1, connected, announced;
static snd_midi_event_t *parser;
static snd_seq_event_t event;

int snd_seq_open(snd_seq_t **handle, const char *name, int streams, int mode) {
    (void)name, (void)streams, (void)mode;
    const char *path = getenv("SEQUENCER");
    file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return -ENOENT;
    *handle = (snd_seq_t *)&event;
    return snd_midi_event_new(256, &parser);
}

int snd_seq_close(snd_seq_t *seq) {
    (void)seq;
    snd_midi_event_free(parser);
    return close(file);
}

int snd_seq_set_client_name(snd_seq_t *seq, const char *name) { return (void)seq, (void)name, 0; }
int snd_seq_client_id(snd_seq_t *seq) { return (void)seq, 128; }

int snd_seq_create_simple_port(snd_seq_t *seq, const char *name, unsigned int caps, unsigned int type) {
    (void)seq, (void)name, (void)type;
    return caps == (SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE) ? 0 : -EINVAL;
}

int snd_seq_parse_address(snd_seq_t *seq, snd_seq_addr_t *address, const char *text) {
    (void)seq;
    if (!isPlugged) return -ENOENT;
    if (strcmp(text, "20:0") != 0 && strcmp(text, "Keys") != 0) return -ENOENT;
    address->client = 20;
    address->port = 0;
    return 0;
}

int snd_seq_connect_from(snd_seq_t *seq, int port, int client, int from) {
    (void)seq;
    if (port == 0 && client == SND_SEQ_CLIENT_SYSTEM && from == SND_SEQ_PORT_SYSTEM_ANNOUNCE) return announced = 1, 0;
    connected = port == 0 && client == 20 && from == 0 && isPlugged;
    return connected ? 0 : -EINVAL;
}

int snd_seq_query_next_client(snd_seq_t *seq, snd_seq_client_info_t *info) {
    (void)seq;
    if (snd_seq_client_info_get_client(info) >= 20) return -ENOENT;
    snd_seq_client_info_set_client(info, 20);
    snd_seq_client_info_set_name(info, "Keys");
    return 0;
}

int snd_seq_event_input(snd_seq_t *seq, snd_seq_event_t **result) {
    (void)seq;
    unsigned char byte;
    while ((connected || announced) && read(file, &byte, 1) == 1) {
        if (byte == 0xF4 || byte == 0xF5) {
            isPlugged = byte == 0xF5;
            connected = 0;
            if (!announced) continue;
            snd_seq_ev_clear(&event);
            event.type = isPlugged ? SND_SEQ_EVENT_PORT_START : SND_SEQ_EVENT_PORT_EXIT;
            event.data.addr.client = 20;
            event.data.addr.port = 0;
            *result = &event;
            return (int)sizeof event;
        }
        // What an unplugged or unconnected instrument plays is not heard.
        if (!connected) continue;
        if (snd_midi_event_encode_byte(parser, byte, &event) != 1) continue;
        *result = &event;
        return (int)sizeof event;
    }
    return -EAGAIN;
}
