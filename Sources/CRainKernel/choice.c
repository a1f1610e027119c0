// SPDX-License-Identifier: MIT
// Chooses the kernels for the instruction set.
#include "CRainKernel.h"

// On architectures with only one set, both names mean that one.
#if defined(__x86_64__)
#define CRAIN_DECLARE(type, name, ...) \
    type crain_##name##_base(__VA_ARGS__); \
    type crain_##name##_v3(__VA_ARGS__);
#define CRAIN_CHOOSE(isa, name) ((isa) == CRAIN_V3 ? crain_##name##_v3 : crain_##name##_base)
#else
#define CRAIN_DECLARE(type, name, ...) type crain_##name##_base(__VA_ARGS__);
#define CRAIN_CHOOSE(isa, name) ((void)(isa), crain_##name##_base)
#endif

/// Defines the function of a kernel, which passes its arguments on to the one for the instruction set. The parameters follow.
#define CRAIN_KERNEL(type, name, arguments, ...) \
    CRAIN_DECLARE(type, name, __VA_ARGS__) \
    type crain_##name(crain_isa isa, __VA_ARGS__) { return CRAIN_CHOOSE(isa, name) arguments; }

int crain_supports(crain_isa isa) {
    if (isa == CRAIN_BASE) return 1;
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("x86-64-v3") != 0;
#else
    return 0;
#endif
}

CRAIN_KERNEL(
    long, add_bubbles, (bubbles, count, nodes, sums, ended),
    crain_bubbles bubbles, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended)
CRAIN_KERNEL(
    long, add_impacts, (impacts, count, nodes, sums, ended),
    crain_impacts impacts, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended)
CRAIN_KERNEL(
    void, collect, (sums, nodes, left, right), crain_sums *sums, const crain_nodes *nodes, float *left, float *right)
CRAIN_KERNEL(
    long, add_grains, (grains, count, samples, output),
    const crain_grains *grains, long count, const float *samples, float *output)
CRAIN_KERNEL(void, add_bed, (bed, gains, left, right), crain_bed bed, const float *gains, float *left, float *right)
CRAIN_KERNEL(
    float, add_material, (material, state, pulses_left, pulses_right, left, right),
    crain_modes material, float *state, const float *pulses_left, const float *pulses_right, float *left, float *right)
CRAIN_KERNEL(
    float, pass_body, (body, state, excitation, left, right),
    crain_body body, float *state, const crain_excitation *excitation, float *left, float *right)
CRAIN_KERNEL(
    void, pass_wall, (state, left, right, share, share_step, open, open_step),
    float *state, float *left, float *right, float share, float share_step, float open, float open_step)
CRAIN_KERNEL(
    float, finish, (filter, state, duck, notes, gain, left, right),
    const double *filter, double *state, const float *duck, const float *notes, const float *gain, float *left, float *right)
CRAIN_KERNEL(
    void, interleave, (left, right, output, channels, levels),
    const float *left, const float *right, float *output, long channels, float *levels)
CRAIN_KERNEL(
    float, delay, (left, right, line_left, line_right, latency, peaks),
    float *left, float *right, float *line_left, float *line_right, long latency, float *peaks)
CRAIN_KERNEL(
    float, raise_peaks, (left, right, taps, reach, phases, peaks),
    const float *left, const float *right, const float *taps, long reach, long phases, float *peaks)
CRAIN_KERNEL(
    void, to_integers, (in, count, means, scale, shift, out),
    const float *in, long count, int means, double scale, int shift, int32_t *out)
CRAIN_KERNEL(void, to_bytes24, (in, count, means, out), const float *in, long count, int means, uint8_t *out)
CRAIN_KERNEL(void, make_white, (state, left, right), uint32_t *state, float *left, float *right)
CRAIN_KERNEL(
    void, make_pink, (state, filter, direct, poles, left, right),
    uint32_t *state, const float *filter, float direct, float *poles, float *left, float *right)
CRAIN_KERNEL(
    void, make_brown, (state, filter, poles, left, right),
    uint32_t *state, const double *filter, double *poles, float *left, float *right)
CRAIN_KERNEL(
    void, mix_noise, (left, right, to_left, to_right, first, frames, level, level_step, gain, gain_step),
    const float *left, const float *right, float *to_left, float *to_right, long first, long frames, float level, float level_step,
    float gain, float gain_step)
CRAIN_KERNEL(void, add_wind, (wind, gains, left, right), crain_wind wind, const float *gains, float *left, float *right)
CRAIN_KERNEL(
    float, add_room, (room, left, right, own, own_slope, direct, direct_slope, feed, feed_slope),
    const crain_room *room, float *left, float *right, float own, float own_slope, float direct, float direct_slope, float feed,
    float feed_slope)
CRAIN_KERNEL(void, turn_rows, (chirp, rows, count), const void *chirp, void *rows, long count)
CRAIN_KERNEL(
    void, add_pulse, (pulse, step, shrink, rows, count),
    const void *pulse, double step, double shrink, void *rows, long count)
CRAIN_KERNEL(
    double, cut_rows, (rows, count, scale, lanes, out), const void *rows, long count, double scale, long lanes, float *out)
CRAIN_KERNEL(
    double, make_bubble, (chirp, growth_sine, growth_cosine, step, length, out, frames),
    const void *chirp, double growth_sine, double growth_cosine, double step, double length, float *out, long frames)
CRAIN_KERNEL(void, weigh_frequencies, (samples, count, groups), const double *samples, long count, void *groups)
CRAIN_KERNEL(
    void, sum_modes, (modes, count, angles, sums), const crain_resonance *modes, long count, const void *angles, void *sums)
CRAIN_KERNEL(void, find_peaks, (notes, attack, frames, peaks), const void *notes, float attack, long frames, float *peaks)
