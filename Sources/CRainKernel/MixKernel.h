// SPDX-License-Identifier: MIT
// The end of the mix: ducking and notes, the DC blocker, gains, and the interleaved output with its meters.
#include "Lanes.h"

void CRAIN_NAME(duck)(float *sound, const float *duck, const float *notes) {
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 x = load8(sound + from) * load8(duck + from);
        store8(sound + from, notes ? x + load8(notes + from) : x);
    }
}

float CRAIN_NAME(scale)(float *sound, const float *gain) {
    lanes8 check = 0;
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        // A negative sample times 0 is -0; adding 0 turns that into the 0 of exact silence.
        lanes8 x = load8(sound + from) * load8(gain + from) + 0.0f;
        check += x * 0.0f;
        store8(sound + from, x);
    }
    return sum8(check);
}

/// Four frames of y = s (x - x') + p y'. `before`: s x'; `last`: y'.
INLINE void block_four(float *sound, double scale, double pole, double *before, double *last) {
    typedef float loose4 __attribute__((ext_vector_type(4), aligned(4)));
    wides4 in = __builtin_convertvector(*(const loose4 *)sound, wides4) * scale;
    wides4 former = {*before, in.x, in.y, in.z};
    *before = in.w;
    *(loose4 *)sound = __builtin_convertvector(pole_four(in - former, pole, last), lanes4);
}

void CRAIN_NAME(block_dc)(const double *filter, double *state, float *left, float *right) {
    // The channels alternate, so that each waits less for its own last value.
    const double scale = filter[0], pole = filter[1];
    double before[2] = {state[0], state[1]}, last[2] = {state[2], state[3]};
    for (int frame = 0; frame < CRAIN_FRAMES; frame += 4) {
        block_four(left + frame, scale, pole, &before[0], &last[0]);
        block_four(right + frame, scale, pole, &before[1], &last[1]);
    }
    state[0] = before[0];
    state[1] = before[1];
    state[2] = last[0];
    state[3] = last[1];
}

INLINE lanes8 larger(lanes8 a, lanes8 b) { return b > a ? b : a; }

void CRAIN_NAME(interleave)(const float *left, const float *right, float *output, long channels, float *levels) {
    lanes8 peaks[2] = {0, 0}, powers[2] = {0, 0};
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        const lanes8 x[2] = {load8(left + from), load8(right + from)};
#pragma unroll
        for (int channel = 0; channel < 2; channel++) {
            peaks[channel] = larger(peaks[channel], (lanes8)((words8)x[channel] & 0x7fffffffu));
            powers[channel] += x[channel] * x[channel];
        }
        if (channels == 2) {
            store8(output + 2 * from, __builtin_shufflevector(x[0], x[1], 0, 8, 1, 9, 2, 10, 3, 11));
            store8(output + 2 * from + 8, __builtin_shufflevector(x[0], x[1], 4, 12, 5, 13, 6, 14, 7, 15));
        } else {
            for (int frame = 0; frame < 8; frame++) {
                output[(from + frame) * channels] = left[from + frame];
                output[(from + frame) * channels + 1] = right[from + frame];
            }
        }
    }
    for (int channel = 0; channel < 2; channel++) {
        for (int lane = 0; lane < 8; lane++)
            if (peaks[channel][lane] > levels[channel]) levels[channel] = peaks[channel][lane];
        levels[2 + channel] += sum8(powers[channel]);
    }
}
