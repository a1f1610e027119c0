// SPDX-License-Identifier: MIT
// The end of the mix: ducking and notes, the DC blocker, gains, and the interleaved output with its meters.
#include "Lanes.h"

float CRAIN_NAME(finish)(
    const double *filter, double *state, const float *duck, const float *notes, const float *gain, float *left, float *right) {
    const double scale = filter[0], pole = filter[1];
    // Left and right of the last frame: the inputs in the upper half, the outputs twice.
    wides4 before = {0, 0, state[0], state[1]}, last = {state[2], state[3], state[2], state[3]};
    lanes8 check = 0;
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 out[2];
        const lanes8 ducked = load8(duck + from), factor = load8(gain + from);
        lanes8 l = load8(left + from) * ducked, r = load8(right + from) * ducked;
        if (notes) {
            l += load8(notes + from);
            r += load8(notes + CRAIN_FRAMES + from);
        }
        const lanes8 in[2] = {first_frames(l, r), last_frames(l, r)};
#pragma unroll
        for (int four = 0; four < 2; four++) {
            wides4 first = __builtin_convertvector(in[four].lo, wides4) * scale;
            wides4 second = __builtin_convertvector(in[four].hi, wides4) * scale;
            wides4 former = __builtin_shufflevector(before, first, 2, 3, 4, 5);
            wides4 latter = __builtin_shufflevector(first, second, 2, 3, 4, 5);
            before = second;
            out[four] = pole_four(first - former, second - latter, pole, &last);
        }
        // A negative sample times 0 is -0; adding 0 turns that into the 0 of exact silence.
        l = left_of(out[0], out[1]) * factor + 0.0f;
        r = right_of(out[0], out[1]) * factor + 0.0f;
        check += l * 0.0f + r * 0.0f;
        store8(left + from, l);
        store8(right + from, r);
    }
    state[0] = before.z;
    state[1] = before.w;
    state[2] = last.x;
    state[3] = last.y;
    return sum8(check);
}

void CRAIN_NAME(interleave)(const float *left, const float *right, float *output, long channels, float *levels) {
    lanes8 peaks[2] = {0, 0}, powers[2] = {0, 0};
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        const lanes8 x[2] = {load8(left + from), load8(right + from)};
#pragma unroll
        for (int channel = 0; channel < 2; channel++) {
            peaks[channel] = larger(peaks[channel], magnitude(x[channel]));
            powers[channel] += x[channel] * x[channel];
        }
        if (channels == 2) {
            store8(output + 2 * from, first_frames(x[0], x[1]));
            store8(output + 2 * from + 8, last_frames(x[0], x[1]));
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
