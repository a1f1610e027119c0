// SPDX-License-Identifier: MIT
// The room: eight delays fed back through a Hadamard matrix. Delays and matrix run eight frames at a time, the low passes frame
// by frame over the eight lines.
#include "Lanes.h"

/// Sums and differences of lines.
INLINE void hadamard(lanes8 y[8]) {
    lanes8 a[8];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        a[i] = y[i] + y[i + 4];
        a[i + 4] = y[i] - y[i + 4];
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        y[i] = a[2 * i] + a[2 * i + 1];
        y[i + 4] = a[2 * i] - a[2 * i + 1];
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        a[i] = (y[2 * i] + y[2 * i + 1]) * 0.35355339059327373f;
        a[i + 4] = (y[2 * i] - y[2 * i + 1]) * 0.35355339059327373f;
    }
#pragma unroll
    for (int i = 0; i < 8; i++) y[i] = a[i];
}

float CRAIN_NAME(add_room)(
    const crain_room *room, float *left, float *right, float own, float own_slope, float direct, float direct_slope) {
    float past[8][CRAIN_FRAMES];
    const int32_t size = room->capacity, position = room->position;
    for (int line = 0; line < 8; line++) {
        const float *from = room->lines + (long)line * size;
        const int32_t start = (position - room->lengths[line]) & (size - 1);
        const int32_t first = size - start < CRAIN_FRAMES ? size - start : CRAIN_FRAMES;
        for (int32_t frame = 0; frame < first; frame++) past[line][frame] = from[start + frame];
        for (int32_t frame = first; frame < CRAIN_FRAMES; frame++) past[line][frame] = from[frame - first];
    }
    const lanes8 damping = load8(room->damping), feedback = load8(room->feedback), count = {0, 1, 2, 3, 4, 5, 6, 7};
    lanes8 low = load8(room->low), power = 0;
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 x[8], y[8];
#pragma unroll
        for (int i = 0; i < 8; i++) y[i] = x[i] = load8(past[i] + from);
        transpose(y);
#pragma unroll
        for (int frame = 0; frame < 8; frame++) {
            low += (y[frame] - low) * damping;
            y[frame] = low * feedback;
            power += y[frame] * y[frame];
        }
        transpose(y);
        hadamard(y);
        const lanes8 l = load8(left + from), r = load8(right + from), now = count + from;
        const lanes8 gain = own + own_slope * now, dry = direct + direct_slope * now;
        const lanes8 in[8] = {l, r, -l, r, l, -r, -l, -r};
#pragma unroll
        for (int i = 0; i < 8; i++) store8(room->lines + (long)i * size + position + from, y[i] + in[i]);
        // The left channel gets the even lines, the right the odd ones.
        store8(left + from, l * dry + (x[0] - x[2] + x[4] - x[6]) * gain);
        store8(right + from, r * dry + (x[1] + x[3] - x[5] - x[7]) * gain);
    }
    store8(room->low, low);
    return sum8(power);
}
