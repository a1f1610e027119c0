// SPDX-License-Identifier: MIT
// Which kernels run.
#include "CRainKernel.h"

// On processors that have but one set, both names mean that one.
#if defined(__x86_64__)
#define CRAIN_EACH(declare) declare(base) declare(v3)
#define CRAIN_CHOOSE(isa, function) ((isa) == CRAIN_V3 ? crain_##function##_v3 : crain_##function##_base)
#else
#define CRAIN_EACH(declare) declare(base)
#define CRAIN_CHOOSE(isa, function) ((void)(isa), crain_##function##_base)
#endif

#define CRAIN_DECLARE(set)                                                                                        \
    long crain_add_bubbles_##set(const crain_bubbles *, long, const crain_nodes *, crain_sums *, int32_t *);      \
    long crain_add_impacts_##set(const crain_impacts *, long, const crain_nodes *, crain_sums *, int32_t *);      \
    void crain_collect_##set(crain_sums *, const crain_nodes *, float *, float *);                                \
    long crain_add_grains_##set(const crain_grains *, long, const float *, float *);                              \
    void crain_add_bed_##set(const crain_bed *, const float *, float *, float *);                                 \
    float crain_add_material_##set(const crain_modes *, float *, const float *, const float *, float *, float *); \
    float crain_pass_body_##set(const crain_body *, float *, const crain_fall *, float *, float *);               \
    void crain_pass_wall_##set(float *, float *, float *, float, float, float, float);                            \
    float crain_finish_##set(                                                                                     \
        const double *, double *, const float *, const float *, const float *, float *, float *);                 \
    void crain_interleave_##set(const float *, const float *, float *, long, float *);                            \
    float crain_delay_##set(float *, float *, float *, float *, long, float *);                                   \
    float crain_raise_peaks_##set(const float *, const float *, const float *, long, long, float *);              \
    void crain_to_integers_##set(const float *, long, int, double, int, int32_t *);                               \
    void crain_to_bytes24_##set(const float *, long, int, uint8_t *);                                             \
    void crain_make_white_##set(uint32_t *, float *, float *);                                                    \
    void crain_make_pink_##set(uint32_t *, const float *, float, float *, float *, float *);                      \
    void crain_make_brown_##set(uint32_t *, const double *, double *, float *, float *);                          \
    void crain_mix_noise_##set(                                                                                   \
        const float *, const float *, float *, float *, long, long, float, float, float, float);                  \
    void crain_add_wind_##set(crain_wind *, const float *, float *, float *);                                     \
    float crain_add_room_##set(const crain_room *, float *, float *, float, float, float, float);                 \
    void crain_turn_rows_##set(const void *, void *, long);                                                       \
    void crain_add_pulse_##set(const void *, double, double, void *, long);                                       \
    double crain_cut_rows_##set(const void *, long, double, long, float *);                                       \
    double crain_make_bubble_##set(const void *, double, double, double, double, float *, long);                  \
    void crain_weigh_frequencies_##set(const double *, long, void *);                                             \
    void crain_sum_modes_##set(const crain_resonance *, long, const void *, void *);                              \
    void crain_find_peaks_##set(const void *, float, long, float *);
CRAIN_EACH(CRAIN_DECLARE)

int crain_supports(crain_isa isa) {
    if (isa == CRAIN_BASE) return 1;
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("x86-64-v3") != 0;
#else
    return 0;
#endif
}

long crain_add_bubbles(
    crain_isa isa, crain_bubbles bubbles, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended) {
    return CRAIN_CHOOSE(isa, add_bubbles)(&bubbles, count, nodes, sums, ended);
}

long crain_add_impacts(
    crain_isa isa, crain_impacts impacts, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended) {
    return CRAIN_CHOOSE(isa, add_impacts)(&impacts, count, nodes, sums, ended);
}

void crain_collect(crain_isa isa, crain_sums *sums, const crain_nodes *nodes, float *left, float *right) {
    CRAIN_CHOOSE(isa, collect)(sums, nodes, left, right);
}

long crain_add_grains(crain_isa isa, const crain_grains *grains, long count, const float *samples, float *output) {
    return CRAIN_CHOOSE(isa, add_grains)(grains, count, samples, output);
}

void crain_add_bed(crain_isa isa, crain_bed bed, const float *gains, float *left, float *right) {
    CRAIN_CHOOSE(isa, add_bed)(&bed, gains, left, right);
}

float crain_add_material(
    crain_isa isa, crain_modes material, float *state, const float *blows_left, const float *blows_right, float *left,
    float *right) {
    return CRAIN_CHOOSE(isa, add_material)(&material, state, blows_left, blows_right, left, right);
}

float crain_pass_body(crain_isa isa, crain_body body, float *state, const crain_fall *fall, float *left, float *right) {
    return CRAIN_CHOOSE(isa, pass_body)(&body, state, fall, left, right);
}

float crain_add_room(
    crain_isa isa, const crain_room *room, float *left, float *right, float own, float own_slope, float direct, float direct_slope) {
    return CRAIN_CHOOSE(isa, add_room)(room, left, right, own, own_slope, direct, direct_slope);
}

void crain_pass_wall(
    crain_isa isa, float *state, float *left, float *right, float share, float share_step, float open, float open_step) {
    CRAIN_CHOOSE(isa, pass_wall)(state, left, right, share, share_step, open, open_step);
}

float crain_finish(
    crain_isa isa, const double *filter, double *state, const float *duck, const float *notes, const float *gain, float *left,
    float *right) {
    return CRAIN_CHOOSE(isa, finish)(filter, state, duck, notes, gain, left, right);
}

void crain_interleave(crain_isa isa, const float *left, const float *right, float *output, long channels, float *levels) {
    CRAIN_CHOOSE(isa, interleave)(left, right, output, channels, levels);
}

float crain_delay(crain_isa isa, float *left, float *right, float *line_left, float *line_right, long latency, float *peaks) {
    return CRAIN_CHOOSE(isa, delay)(left, right, line_left, line_right, latency, peaks);
}

float crain_raise_peaks(
    crain_isa isa, const float *left, const float *right, const float *taps, long reach, long phases, float *peaks) {
    return CRAIN_CHOOSE(isa, raise_peaks)(left, right, taps, reach, phases, peaks);
}

void crain_to_integers(crain_isa isa, const float *in, long count, int means, double scale, int shift, int32_t *out) {
    CRAIN_CHOOSE(isa, to_integers)(in, count, means, scale, shift, out);
}

void crain_to_bytes24(crain_isa isa, const float *in, long count, int means, uint8_t *out) {
    CRAIN_CHOOSE(isa, to_bytes24)(in, count, means, out);
}

void crain_make_white(crain_isa isa, uint32_t *state, float *left, float *right) {
    CRAIN_CHOOSE(isa, make_white)(state, left, right);
}

void crain_make_pink(
    crain_isa isa, uint32_t *state, const float *filter, float direct, float *poles, float *left, float *right) {
    CRAIN_CHOOSE(isa, make_pink)(state, filter, direct, poles, left, right);
}

void crain_make_brown(crain_isa isa, uint32_t *state, const double *filter, double *poles, float *left, float *right) {
    CRAIN_CHOOSE(isa, make_brown)(state, filter, poles, left, right);
}

void crain_mix_noise(
    crain_isa isa, const float *left, const float *right, float *to_left, float *to_right, long first, long frames, float level,
    float level_step, float gain, float gain_step) {
    CRAIN_CHOOSE(isa, mix_noise)(left, right, to_left, to_right, first, frames, level, level_step, gain, gain_step);
}

void crain_add_wind(crain_isa isa, crain_wind wind, const float *gains, float *left, float *right) {
    CRAIN_CHOOSE(isa, add_wind)(&wind, gains, left, right);
}

void crain_turn_rows(crain_isa isa, const void *chirp, void *rows, long count) { CRAIN_CHOOSE(isa, turn_rows)(chirp, rows, count); }

void crain_add_pulse(crain_isa isa, const void *pulse, double step, double shrink, void *rows, long count) {
    CRAIN_CHOOSE(isa, add_pulse)(pulse, step, shrink, rows, count);
}

double crain_cut_rows(crain_isa isa, const void *rows, long count, double scale, long lanes, float *out) {
    return CRAIN_CHOOSE(isa, cut_rows)(rows, count, scale, lanes, out);
}

double crain_make_bubble(
    crain_isa isa, const void *chirp, double growth_sine, double growth_cosine, double step, double length, float *out, long frames) {
    return CRAIN_CHOOSE(isa, make_bubble)(chirp, growth_sine, growth_cosine, step, length, out, frames);
}

void crain_weigh_frequencies(crain_isa isa, const double *samples, long count, void *groups) {
    CRAIN_CHOOSE(isa, weigh_frequencies)(samples, count, groups);
}

void crain_sum_modes(crain_isa isa, const crain_resonance *modes, long count, const void *angles, void *sums) {
    CRAIN_CHOOSE(isa, sum_modes)(modes, count, angles, sums);
}

void crain_find_peaks(crain_isa isa, const void *notes, float attack, long frames, float *peaks) {
    CRAIN_CHOOSE(isa, find_peaks)(notes, attack, frames, peaks);
}
