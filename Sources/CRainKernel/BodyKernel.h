// SPDX-License-Identifier: MIT
// A surface that rings: 32 modes a channel in four rows of eight, each a resonator of two past values, and the blow itself through
// two soft low passes.
#include "Lanes.h"

/// A quantum of the modes of one channel into `out`; returns what power is left in them, before it is summed.
INLINE lanes8 ring(const crain_body *body, int channel, float *state, const float *in, float *out) {
    lanes8 c1[4], c2[4], gain[4], y1[4], y2[4];
#pragma unroll
    for (int row = 0; row < 4; row++) {
        const int place = 8 * (4 * channel + row);
        c1[row] = load8(body->first + place);
        c2[row] = load8(body->second + place);
        gain[row] = load8(body->gain + place);
        y1[row] = load8(state + place);
        y2[row] = load8(state + 64 + place);
    }
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 sums[8], low, high;
#pragma unroll
        for (int frame = 0; frame < 8; frame++) {
            const float x = in[from + frame];
            sums[frame] = (y1[0] * gain[0] + y1[1] * gain[1]) + (y1[2] * gain[2] + y1[3] * gain[3]);
#pragma unroll
            for (int row = 0; row < 4; row++) {
                lanes8 y = (x + c2[row] * y2[row]) + c1[row] * y1[row];
                y2[row] = y1[row];
                y1[row] = y;
            }
        }
        sum_halves(sums, &low, &high);
        store8(out + from, low + high);
    }
    lanes8 power = 0;
#pragma unroll
    for (int row = 0; row < 4; row++) {
        const int place = 8 * (4 * channel + row);
        store8(state + place, y1[row]);
        store8(state + 64 + place, y2[row]);
        // The rotation that the two values stand for: its sine is in the gain.
        lanes8 real = (y1[row] - c1[row] * y2[row] * 0.5f) * load8(body->scale + place), imaginary = y2[row] * gain[row];
        power += real * real + imaginary * imaginary;
    }
    return power;
}

float CRAIN_NAME(pass_body)(const crain_body *body, float *state, float *left, float *right) {
    float rings[2][CRAIN_FRAMES];
    float *sound[2] = {left, right}, *soft = state + 128;
    lanes8 power = ring(body, 0, state, left, rings[0]);
    power += ring(body, 1, state, right, rings[1]);
    if (body->softness < 1) {
        const float share = body->softness, rest = 1 - share;
        lanes2 one = {soft[0], soft[1]}, two = {soft[2], soft[3]};
        for (int frame = 0; frame < CRAIN_FRAMES; frame++) {
            one = (lanes2){left[frame], right[frame]} * share + one * rest;
            two = one * share + two * rest;
            left[frame] = two.x;
            right[frame] = two.y;
        }
        soft[0] = one.x;
        soft[1] = one.y;
        soft[2] = two.x;
        soft[3] = two.y;
    }
    for (int channel = 0; channel < 2; channel++) {
        const float dry = body->dry[channel];
        for (int from = 0; from < CRAIN_FRAMES; from += 8)
            store8(sound[channel] + from, load8(sound[channel] + from) * dry + load8(rings[channel] + from));
    }
    return sum8(power);
}
