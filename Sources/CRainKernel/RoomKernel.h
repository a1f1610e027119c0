// SPDX-License-Identifier: MIT
// The room: sixteen delays fed back through a Hadamard matrix. Delays and matrix run eight frames at a time, the low passes frame
// by frame over two rows of eight lines.
#include "Lanes.h"

enum { LINES = CRAIN_ROOM_LINES };

/// Sums and differences of eight lines, half of those of sixteen.
INLINE void hadamard8(lanes8 y[8]) {
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
        a[i] = y[2 * i] + y[2 * i + 1];
        a[i + 4] = y[2 * i] - y[2 * i + 1];
    }
#pragma unroll
    for (int i = 0; i < 8; i++) y[i] = a[i] * 0.25f;
}

INLINE void hadamard16(lanes8 y[16]) {
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const lanes8 sum = y[i] + y[i + 8];
        y[i + 8] = y[i] - y[i + 8];
        y[i] = sum;
    }
    hadamard8(y);
    hadamard8(y + 8);
}

/// The sum of a channel's eight lines, every second one from `x` on; four with each sign.
INLINE lanes8 channel_sum(const lanes8 *x) { return ((x[0] - x[2]) + (x[4] - x[6])) + ((x[8] - x[10]) + (x[12] - x[14])); }

float CRAIN_NAME(add_room)(
    const crain_room *room, float *left, float *right, float own, float own_slope, float direct, float direct_slope, float feed,
    float feed_slope) {
    float past[LINES][CRAIN_FRAMES];
    const int32_t size = room->capacity, position = room->position;
    for (int line = 0; line < LINES; line++) {
        const float *from = room->lines + (long)line * size;
        const int32_t start = (position - room->lengths[line]) & (size - 1);
        const int32_t first = size - start < CRAIN_FRAMES ? size - start : CRAIN_FRAMES;
        for (int32_t frame = 0; frame < first; frame++) past[line][frame] = from[start + frame];
        for (int32_t frame = first; frame < CRAIN_FRAMES; frame++) past[line][frame] = from[frame - first];
    }
    const lanes8 count = {0, 1, 2, 3, 4, 5, 6, 7};
    lanes8 damping[2], feedback[2], step[2], low[2], power = 0;
#pragma unroll
    for (int row = 0; row < 2; row++) {
        damping[row] = load8(room->damping + 8 * row);
        feedback[row] = load8(room->feedback + 8 * row);
        step[row] = load8(room->feedback_step + 8 * row);
        low[row] = load8(room->low + 8 * row);
    }
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 x[LINES], y[LINES];
#pragma unroll
        for (int i = 0; i < LINES; i++) y[i] = x[i] = load8(past[i] + from);
#pragma unroll
        for (int row = 0; row < 2; row++) {
            lanes8 *const rows = y + 8 * row;
            transpose(rows);
#pragma unroll
            for (int frame = 0; frame < 8; frame++) {
                low[row] += (rows[frame] - low[row]) * damping[row];
                rows[frame] = low[row] * feedback[row];
                feedback[row] += step[row];
                power += rows[frame] * rows[frame];
            }
            transpose(rows);
        }
        hadamard16(y);
        const lanes8 l = load8(left + from), r = load8(right + from), now = count + from;
        const lanes8 gain = own + own_slope * now, dry = direct + direct_slope * now;
        const lanes8 enter = feed + feed_slope * now, a = l * enter, b = r * enter;
        // The left channel has the even lines, the right the odd ones. Half of a channel's lines return its sound with
        // the same sign and half inverted, so that they neither add up nor cancel.
        const lanes8 in[LINES] = {a, b, -a, b, a, -b, -a, -b, -a, b, a, b, -a, -b, a, -b};
#pragma unroll
        for (int i = 0; i < LINES; i++) store8(room->lines + (long)i * size + position + from, y[i] + in[i]);
        store8(left + from, l * dry + channel_sum(x) * gain);
        store8(right + from, r * dry + channel_sum(x + 1) * gain);
    }
#pragma unroll
    for (int row = 0; row < 2; row++) store8(room->low + 8 * row, low[row]);
    return sum8(power);
}
