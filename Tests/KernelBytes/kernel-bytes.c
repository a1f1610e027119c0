// SPDX-License-Identifier: MIT
// Runs every kernel on made input and prints a fingerprint of what it leaves, for one instruction set: equal lines from two
// processors are equal bytes. Scripts/check-neon builds and compares it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CRainKernel.h"
#include "realtime.h"

enum { QUANTA = 400, TABLE = 4096, VOICES = 300, ROOM = 2048 };

static uint64_t chance = 88172645463325252u;
static uint64_t word(void) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    return chance ^= chance << 17;
}
/// Uniform in -1 ..< 1.
static double uniform(void) { return (double)(int64_t)word() * 0x1p-63; }

static uint64_t hash;
static void take(const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}
static void begin(void) { hash = 0xcbf29ce484222325u; chance = 88172645463325252u; }
static void tell(const char *name) { printf("%-10s %016llx\n", name, (unsigned long long)hash); }

static float left[CRAIN_FRAMES], right[CRAIN_FRAMES];
static void fill(float *to, int count, double size) {
    for (int i = 0; i < count; i++) to[i] = (float)(size * uniform());
}
static void fill_noise(uint32_t *to, int count) {
    for (int i = 0; i < count; i++) to[i] = (uint32_t)(word() >> 32) | 1;
}
static void fresh(void) {
    fill(left, CRAIN_FRAMES, 1);
    fill(right, CRAIN_FRAMES, 1);
}
static void sounds(void) {
    take(left, sizeof left);
    take(right, sizeof right);
}

static void *column(size_t count, size_t size) {
    void *memory = aligned_alloc(64, (count * size + 63) / 64 * 64);
    if (!memory) abort();
    memset(memory, 0, (count * size + 63) / 64 * 64);
    return memory;
}

static void grains(crain_isa isa) {
    static float table[TABLE + 2 * CRAIN_FRAMES];
    static int32_t row[VOICES], start[VOICES], length[VOICES];
    static float gain[VOICES];
    fill(table, TABLE + 2 * CRAIN_FRAMES, 1);
    const crain_grains columns = {row, start, length, gain};
    long count = 0;
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        while (count < VOICES) {
            row[count] = (int32_t)(word() % (TABLE - 600));
            start[count] = (int32_t)(word() % 200);
            length[count] = 1 + (int32_t)(word() % 500);
            gain[count++] = (float)uniform();
        }
        fresh();
        count = crain_add_grains(isa, &columns, count, table + CRAIN_FRAMES, left);
        take(&count, sizeof count);
        sounds();
    }
}

static void bed(crain_isa isa) {
    uint32_t *noise = column(64, 4);
    float *state = column(128, 4), *filters = column(32, 4), *taps = column(8 * CRAIN_BED_TAPS, 4), *gains = column(32, 4);
    fill_noise(noise, 64);
    for (int lane = 0; lane < 8; lane++) {
        filters[lane] = filters[16 + lane] = 1.9f - 0.2f * (float)(lane % 4);
        filters[8 + lane] = filters[24 + lane] = -0.92f + 0.1f * (float)(lane % 4);
    }
    fill(taps, 8 * CRAIN_BED_TAPS, 1);
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        fresh();
        fill(gains, 32, quantum < QUANTA / 2 ? 0.01 : 0);
        crain_add_bed(isa, (crain_bed){noise, state, filters, taps}, gains, left, right);
        sounds();
    }
}

static void body(crain_isa isa) {
    float *first = column(64, 4), *second = column(64, 4), *gain = column(64, 4), *scale = column(64, 4);
    float *state = column(CRAIN_BODY_STATE, 4);
    for (int mode = 0; mode < 64; mode++) {
        first[mode] = 1.9985f - 0.01f * (float)mode;
        second[mode] = -0.9985f;
    }
    fill(gain, 64, 0.01);
    fill(scale, 64, 0.01);
    float *drops = column(8 * CRAIN_FRAMES, 4), *bed = column(8 * CRAIN_FRAMES, 4);
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        fresh();
        // Struck, then left to ring until it is gone.
        const int falls = quantum <= 20;
        fill(drops, 8 * CRAIN_FRAMES, falls);
        fill(bed, 8 * CRAIN_FRAMES, falls);
        if (!falls) memset(left, 0, sizeof left), memset(right, 0, sizeof right);
        const crain_excitation excitation = {drops, {bed, bed + 2 * CRAIN_FRAMES, bed + 4 * CRAIN_FRAMES, bed + 6 * CRAIN_FRAMES}};
        const float softness = quantum % 2 ? 0.3f : 1;
        float power = crain_pass_body(
            isa, (crain_body){{first, second, gain, scale}, softness, {0.6f, 0.7f}}, state, &excitation, left, right);
        take(&power, sizeof power);
        sounds();
    }
}

static void material(crain_isa isa) {
    float *first = column(8, 4), *second = column(8, 4), *gain = column(8, 4), *scale = column(8, 4), *state = column(16, 4);
    for (int mode = 0; mode < 8; mode++) {
        first[mode] = 1.9985f - 0.01f * (float)mode;
        second[mode] = -0.9985f;
    }
    fill(gain, 8, 0.01);
    fill(scale, 8, 0.01);
    float pulses[2][CRAIN_FRAMES];
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        fresh();
        fill(pulses[0], CRAIN_FRAMES, quantum > 20 ? 0 : 1);
        fill(pulses[1], CRAIN_FRAMES, quantum > 20 ? 0 : 1);
        float power = crain_add_material(isa, (crain_modes){first, second, gain, scale}, state, pulses[0], pulses[1], left, right);
        take(&power, sizeof power);
        sounds();
    }
}

static void room(crain_isa isa) {
    enum { COUNT = CRAIN_ROOM_LINES };
    int32_t lengths[COUNT];
    for (int line = 0; line < COUNT; line++) lengths[line] = 399 + 94 * line;
    crain_room lines = {column(COUNT * ROOM, 4), ROOM, 0, lengths, column(COUNT, 4), column(COUNT, 4), column(COUNT, 4), column(COUNT, 4)};
    fill((float *)lines.damping, COUNT, 0.2);
    for (int line = 0; line < COUNT; line++) ((float *)lines.damping)[line] += 0.5f, ((float *)lines.feedback)[line] = 0.8f;
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        fresh();
        float power = crain_add_room(isa, &lines, left, right, 0.3f, 0.001f, 0.9f, -0.001f, 1, 0);
        lines.position = (lines.position + CRAIN_FRAMES) % ROOM;
        take(&power, sizeof power);
        sounds();
    }
}

static void noises(crain_isa isa) {
    uint32_t *noise = column(32, 4);
    float *filter = column(32, 4), *poles = column(16, 4);
    const double pole[2] = {0.998, 0.11};
    double last[2] = {0};
    fill_noise(noise, 32);
    for (int lane = 0; lane < 16; lane++) filter[lane] = 0.99f - 0.08f * (float)(lane / 2), filter[16 + lane] = 0.1f;
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        float other[CRAIN_FRAMES];
        crain_make_white(isa, noise, left, right);
        sounds();
        memcpy(other, left, sizeof other);
        crain_make_pink(isa, noise, filter, 0.2f, poles, left, right);
        crain_mix_noise(isa, other, other + 5, left + 3, right + 3, 3, 50, 0.1f, 0.001f, 0.9f, -0.001f);
        sounds();
        crain_make_brown(isa, noise, pole, last, left, right);
        sounds();
    }
}

static void wind(crain_isa isa) {
    crain_wind wind = {column(32, 4), column(24, 4), {1.99f, -0.991f, 1.98f, -0.983f}};
    const float gains[4] = {0.01f, 0.02f, 1e-5f, -1e-5f};
    fill_noise(wind.noise, 32);
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        fresh();
        crain_add_wind(isa, wind, gains, left, right);
        sounds();
    }
}

static void mix(crain_isa isa) {
    static float output[8 * CRAIN_FRAMES], gain[CRAIN_FRAMES], notes[2 * CRAIN_FRAMES];
    const double filter[2] = {0.9997, 0.9993};
    double state[4] = {0};
    float wall[2] = {0};
    for (int quantum = 0; quantum < QUANTA; quantum++) {
        float levels[4] = {0};
        fresh();
        crain_pass_wall(isa, wall, left, right, 0.2f, 0.002f * (float)(quantum % 3), 0.5f, -0.001f * (float)(quantum % 2));
        sounds();
        take(wall, sizeof wall);
        fill(gain, CRAIN_FRAMES, 1);
        fill(notes, 2 * CRAIN_FRAMES, 0.1f);
        float check = crain_finish(isa, filter, state, gain, quantum % 2 ? notes : 0, gain, left, right);
        crain_interleave(isa, left, right, output, quantum % 3 ? 2 : 8, levels);
        take(&check, sizeof check);
        take(levels, sizeof levels);
        take(output, sizeof output);
        take(state, sizeof state);
        float peaks[8], between[8] = {0}, taps[36];
        fill(taps, 36, 0.5f);
        check = crain_delay(isa, left, right, output + 2 * CRAIN_FRAMES, output + 4 * CRAIN_FRAMES, CRAIN_FRAMES, peaks);
        take(&check, sizeof check);
        check = crain_raise_peaks(isa, left + 8, right + 8, taps, 6, 3, between);
        take(peaks, sizeof peaks);
        take(between, sizeof between);
        take(&check, sizeof check);
        static int32_t integers[CRAIN_FRAMES];
        static uint8_t bytes[3 * CRAIN_FRAMES];
        // Past full scale, and not a whole number of eights.
        output[5] = 2;
        output[6] = -__builtin_inff();
        output[7] = __builtin_nanf("");
        crain_to_integers(isa, output, 61, 0, 0x1p31, 0, integers);
        take(integers, sizeof integers);
        crain_to_bytes24(isa, output, 61, quantum % 2, bytes);
        take(bytes, sizeof bytes);
    }
}

/// Drops of all kinds: slow and shrill, short and long, some that fade.
static void drops(crain_isa isa) {
    crain_sums *sums = column(1, sizeof(crain_sums));
    crain_nodes *nodes = column(1, sizeof(crain_nodes));
    const int rows = (VOICES + CRAIN_BATCH - 1) / CRAIN_BATCH * CRAIN_BATCH;
    int32_t *ended = column(rows, 4);
    fill(nodes->places16, 16, 1);
    fill(nodes->places8, 16, 1);
    fill(&nodes->weights16[0][0], 16 * CRAIN_FRAMES, 1);
    fill(&nodes->weights8[0][0], 8 * CRAIN_FRAMES, 1);
    double *time = column(rows, 8), *turns = column(rows, 8), *growth = column(rows, 8), *half = column(rows, 8);
    double *length = column(rows, 8), *place = column(rows, 8), *step = column(rows, 8);
    float *rise = column(rows, 4), *fall = column(rows, 4), *l = column(rows, 4), *r = column(rows, 4), *decay = column(rows, 4);
    float *span = column(rows, 4), *back = column(rows, 4), *once = column(rows, 4), *fade = column(rows, 4);
    float *il = column(rows, 4), *ir = column(rows, 4), *ifade = column(rows, 4);
    for (int i = 0; i < rows; i++) {
        double rises = word() % 3 ? 0 : 1e-5 * (1 + uniform());
        time[i] = 31.5 - 64 * (double)(word() % 8) * uniform();
        turns[i] = 0.05 * (1 + uniform()) * (word() % 4 ? 0.2 : 1);
        half[i] = 1 + rises / 2;
        growth[i] = 1 + 64 * rises;
        rise[i] = (float)rises;
        fall[i] = (float)(0.3 * (1 + uniform()) / 2);
        decay[i] = 1 - fall[i] * 2;
        once[i] = 1 - fall[i] / 31.5f;
        back[i] = 1 + fall[i];
        length[i] = 200 + 100 * uniform();
        span[i] = (float)(word() % 4 ? length[i] : -length[i]);
        fade[i] = word() % 8 ? 0 : 1.0f / 64;
        step[i] = 0.001 + 0.01 * (1 + uniform());
        place[i] = -uniform();
        ifade[i] = word() % 8 ? 0 : 1.0f / 64;
    }
    fill(l, rows, 1);
    fill(r, rows, 1);
    fill(il, rows, 1);
    fill(ir, rows, 1);
    for (int quantum = 0; quantum < 12; quantum++) {
        long over = crain_add_bubbles(
            isa, (crain_bubbles){time, turns, growth, rise, fall, l, r, decay, span, half, length, back, once, fade}, VOICES, nodes,
            sums, ended);
        take(&over, sizeof over);
        take(ended, (size_t)over * 4);
        over = crain_add_impacts(isa, (crain_impacts){place, step, il, ir, ifade}, VOICES, nodes, sums, ended);
        take(&over, sizeof over);
        take(ended, (size_t)over * 4);
        fresh();
        crain_collect(isa, sums, nodes, left, right);
        sounds();
    }
}

static void fill_groups(double *to, int count, double size) {
    for (int i = 0; i < count; i++) to[i] = size * uniform();
}
static void tables(crain_isa isa) {
    enum { STEPS = 203 };
    double *rows = column(8 * STEPS, 8), *chirp = column(40, 8), *pulse = column(24, 8), *groups = column(8 * CRAIN_GROUPS, 8),
           *sums = column(16, 8);
    float *cut = column(8 * STEPS, 4), *notes = column(24 * CRAIN_NOTES, 4), peaks[CRAIN_NOTES];
    crain_resonance modes[32];
    for (int round = 0; round < QUANTA / 8; round++) {
        fill_groups(chirp, 32, 0.7);
        for (int lane = 0; lane < 8; lane++) chirp[32 + lane] = 0.01 * (lane - 2);
        fill_groups(pulse, 24, 0.9);
        crain_turn_rows(isa, chirp, rows, STEPS);
        crain_add_pulse(isa, pulse, 0.02, 0.999, rows, STEPS);
        take(rows, 8 * STEPS * sizeof *rows);
        double energy = crain_cut_rows(isa, rows, STEPS, 0.3, 1 + round % 8, cut);
        take(&energy, sizeof energy);
        take(cut, STEPS * (size_t)(1 + round % 8) * sizeof *cut);
        fill_groups(groups, 8 * CRAIN_GROUPS, 1.9);
        crain_weigh_frequencies(isa, rows, STEPS, groups);
        take(groups, 8 * CRAIN_GROUPS * sizeof *groups);
        energy = crain_make_bubble(isa, chirp, 0.001, 0.9999, 0.08, 1.7, cut, STEPS);
        take(&energy, sizeof energy);
        take(cut, STEPS * sizeof *cut);
        for (int i = 0; i < 32; i++) modes[i] = (crain_resonance){uniform(), 1.8 * uniform(), 0.9};
        crain_sum_modes(isa, modes, 32, chirp, sums);
        take(sums, 16 * sizeof *sums);
        fill(notes, 24 * CRAIN_NOTES, 0.7);
        crain_find_peaks(isa, notes, 40, STEPS, peaks);
        take(peaks, sizeof peaks);
    }
}

int main(int count, char **arguments) {
    const crain_isa isa = count > 1 && !strcmp(arguments[1], "v3") ? CRAIN_V3 : CRAIN_BASE;
    if (!crain_supports(isa)) return 77;
    const unsigned int control = crealtime_flush_denormals();
    // A product that would be denormal is 0, and a denormal operand is.
    volatile float small = 0x1p-100f, tiny = 0x1p-140f, large = 0x1p100f;
    volatile float product = small * small, operand = tiny * large;
    if (product != 0 || operand != 0) return puts("denormals are not flushed"), 1;
    static const struct {
        const char *name;
        void (*run)(crain_isa);
    } kernels[] = {{"drops", drops}, {"grains", grains}, {"bed", bed}, {"material", material}, {"body", body}, {"room", room}, {"noise", noises},
        {"wind", wind}, {"mix", mix}, {"tables", tables}};
    for (size_t index = 0; index < sizeof kernels / sizeof *kernels; index++) {
        begin();
        kernels[index].run(isa);
        tell(kernels[index].name);
    }
    crealtime_restore_denormals(control);
    tiny = 0x1p-140f;
    if (tiny * 0.5f == 0) return puts("denormals stay flushed"), 1;
    return 0;
}
