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

/// Four frames of y = u + p y', where u is the input less the one before it: one step, then two, then four.
INLINE lanes4 block_four(lanes4 x, const double *filter, double *before, double *last) {
    typedef double wides4 __attribute__((ext_vector_type(4)));
    const double p = filter[1];
    const wides4 none = 0, powers = {p, p * p, p * p * p, (p * p) * (p * p)};
    wides4 in = __builtin_convertvector(x, wides4) * filter[0];
    wides4 former = {*before, in.x, in.y, in.z};
    *before = in.w;
    wides4 u = in - former;
    u += __builtin_shufflevector(none, u, 0, 4, 5, 6) * p;
    u += __builtin_shufflevector(none, u, 0, 1, 4, 5) * (p * p);
    wides4 y = u + *last * powers;
    *last = y.w;
    return __builtin_convertvector(y, lanes4);
}

void CRAIN_NAME(block_dc)(const double *filter, double *state, float *sound, long frames) {
    typedef float loose4 __attribute__((ext_vector_type(4), aligned(4)));
    double before = state[0], last = state[1];
    long frame = 0;
    for (; frame + 4 <= frames; frame += 4)
        *(loose4 *)(sound + frame) = block_four(*(const loose4 *)(sound + frame), filter, &before, &last);
    for (; frame < frames; frame++) {
        double in = (double)sound[frame] * filter[0];
        last = (in - before) + last * filter[1];
        before = in;
        sound[frame] = (float)last;
    }
    state[0] = before;
    state[1] = last;
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
