// SPDX-License-Identifier: MIT
// Struck bodies as modes, each a resonator of the second order. A surface has 32 modes per channel in four rows of eight, and
// the direct sound of the impact through two low passes; a material has four modes per channel in one row.
#include "Lanes.h"

/// Eight modes, or several rows of eight.
typedef struct {
    lanes8 y1, y2;
} modes8;

INLINE void strike(modes8 *m, lanes8 x, lanes8 c1, lanes8 c2) {
    lanes8 y = (x + c2 * m->y2) + c1 * m->y1;
    m->y2 = m->y1;
    m->y1 = y;
}

/// The power left in each mode. The two past values stand for a rotation, whose sine is part of the gain.
INLINE lanes8 power_of(modes8 m, lanes8 c1, lanes8 gain, lanes8 scale) {
    lanes8 real = (m.y1 - c1 * m.y2 * 0.5f) * scale, imaginary = m.y2 * gain;
    return real * real + imaginary * imaginary;
}

/// Writes a quantum of the modes of one channel to `out` and adds all drops to `sound`; returns the power left in each mode.
INLINE lanes8 ring(const crain_body *body, int channel, float *state, const crain_excitation *excitation, float *sound, float *out) {
    lanes8 c1[4], c2[4], gain[4];
    modes8 modes[4];
#pragma unroll
    for (int row = 0; row < 4; row++) {
        const int place = 8 * (4 * channel + row);
        c1[row] = load8(body->modes.first + place);
        c2[row] = load8(body->modes.second + place);
        gain[row] = load8(body->modes.gain + place);
        modes[row] = (modes8){load8(state + place), load8(state + 64 + place)};
    }
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 sums[8], low, high, drops[4], struck[8];
#pragma unroll
        for (int set = 0; set < 4; set++) drops[set] = load8(excitation->drops + CRAIN_FRAMES * (2 * set + channel) + from);
        const lanes8 all = (drops[0] + drops[1]) + (drops[2] + drops[3]);
        store8(sound + from, load8(sound + from) + all);
        // Neighbouring modes are in different sets. A drop strikes its own set with the opposite sign to the others, so that over
        // many drops no two sets are correlated; nor does the bed correlate them, since it strikes each with a different delay.
#pragma unroll
        for (int set = 0; set < 4; set++)
            struck[set] = struck[set + 4] = (all - drops[set] * 2) + load8(excitation->bed[set] + CRAIN_FRAMES * channel + from);
        transpose(struck);
#pragma unroll
        for (int frame = 0; frame < 8; frame++) {
            sums[frame] = (modes[0].y1 * gain[0] + modes[1].y1 * gain[1]) + (modes[2].y1 * gain[2] + modes[3].y1 * gain[3]);
#pragma unroll
            for (int row = 0; row < 4; row++) strike(&modes[row], struck[frame], c1[row], c2[row]);
        }
        sum_halves(sums, &low, &high);
        store8(out + from, low + high);
    }
    lanes8 power = 0;
#pragma unroll
    for (int row = 0; row < 4; row++) {
        const int place = 8 * (4 * channel + row);
        store8(state + place, modes[row].y1);
        store8(state + 64 + place, modes[row].y2);
        power += power_of(modes[row], c1[row], gain[row], load8(body->modes.scale + place));
    }
    return power;
}

/// Modes of a material: the last four values of each, the last two pulses, and the coefficients of a step over two frames.
typedef struct {
    lanes8 y[4], x[2], c1, c2, two, four;
} material8;

/// Eight frames of a material's modes, the quantum's first or later ones. Each sum of a mode depends on the one before. Except
/// for a quantum's first two frames, it is computed from the values two and four frames ago, so that two such chains run in
/// parallel: y(n) = x(n) + c1 x(n-1) - c2 x(n-2) + (c1^2 + 2 c2) y(n-2) - c2^2 y(n-4).
INLINE void ring_eight(material8 *m, int begins, lanes8 gain, const float *pulses_left, const float *pulses_right, lanes8 sums[8]) {
#pragma unroll
    for (int frame = 0; frame < 8; frame++) {
        const lanes4 l = pulses_left[frame], r = pulses_right[frame];
        const lanes8 x = __builtin_shufflevector(l, r, 0, 1, 2, 3, 4, 5, 6, 7);
        sums[frame] = m->y[0] * gain;
        const lanes8 y = begins && frame < 2
                             ? (x + m->c2 * m->y[1]) + m->c1 * m->y[0]
                             : ((x + m->c1 * m->x[0]) + (m->four * m->y[3] - m->c2 * m->x[1])) + m->two * m->y[1];
        m->y[3] = m->y[2];
        m->y[2] = m->y[1];
        m->y[1] = m->y[0];
        m->y[0] = y;
        m->x[1] = m->x[0];
        m->x[0] = x;
    }
}

float CRAIN_NAME(add_material)(
    crain_modes material, float *state, const float *pulses_left, const float *pulses_right, float *left, float *right) {
    const lanes8 c1 = load8(material.first), c2 = load8(material.second), gain = load8(material.gain);
    material8 m = {{load8(state), load8(state + 8), 0, 0}, {0, 0}, c1, c2, c1 * c1 + c2 * 2, -(c2 * c2)};
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 sums[8], l, r;
        if (from == 0)
            ring_eight(&m, 1, gain, pulses_left, pulses_right, sums);
        else
            ring_eight(&m, 0, gain, pulses_left + from, pulses_right + from, sums);
        sum_halves(sums, &l, &r);
        store8(left + from, load8(left + from) + l);
        store8(right + from, load8(right + from) + r);
    }
    store8(state, m.y[0]);
    store8(state + 8, m.y[1]);
    return sum8(power_of((modes8){m.y[0], m.y[1]}, c1, gain, load8(material.scale)));
}

/// Four frames, left and right of each, of y = u + p y': one step, then two, then four; `last`: y' of left and right, four times.
INLINE lanes8 low_pass(lanes8 u, float p, lanes8 *last) {
    const lanes8 none = 0, powers = {p, p, p * p, p * p, p * p * p, p * p * p, (p * p) * (p * p), (p * p) * (p * p)};
    u += __builtin_shufflevector(none, u, 0, 1, 8, 9, 10, 11, 12, 13) * p;
    u += __builtin_shufflevector(none, u, 0, 1, 2, 3, 8, 9, 10, 11) * (p * p);
    lanes8 y = u + *last * powers;
    *last = __builtin_shufflevector(y, y, 6, 7, 6, 7, 6, 7, 6, 7);
    return y;
}

/// Two equal low passes in series, each with the coefficient `share`; `state`: left and right of the first, then of the second.
INLINE void soften(float share, float *state, float *left, float *right) {
    lanes8 one = {state[0], state[1], state[0], state[1], state[0], state[1], state[0], state[1]};
    lanes8 two = {state[2], state[3], state[2], state[3], state[2], state[3], state[2], state[3]};
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        const lanes8 l = load8(left + from), r = load8(right + from);
        lanes8 four[2] = {first_frames(l, r), last_frames(l, r)};
#pragma unroll
        for (int i = 0; i < 2; i++) four[i] = low_pass(low_pass(four[i] * share, 1 - share, &one) * share, 1 - share, &two);
        store8(left + from, left_of(four[0], four[1]));
        store8(right + from, right_of(four[0], four[1]));
    }
    state[0] = one[0];
    state[1] = one[1];
    state[2] = two[0];
    state[3] = two[1];
}

float CRAIN_NAME(pass_body)(crain_body body, float *state, const crain_excitation *excitation, float *left, float *right) {
    float rings[2][CRAIN_FRAMES];
    float *sound[2] = {left, right}, *soft = state + 128;
    lanes8 power = ring(&body, 0, state, excitation, left, rings[0]);
    power += ring(&body, 1, state, excitation, right, rings[1]);
    if (body.softness < 1) soften(body.softness, soft, left, right);
    for (int channel = 0; channel < 2; channel++) {
        const float dry = body.dry[channel];
        for (int from = 0; from < CRAIN_FRAMES; from += 8)
            store8(sound[channel] + from, load8(sound[channel] + from) * dry + load8(rings[channel] + from));
    }
    return sum8(power);
}
