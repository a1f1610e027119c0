// SPDX-License-Identifier: MIT
// Grains: rows of a table of samples, each added at a gain from its first frame to its last.
#include "Lanes.h"

/// Adds 64 frames of a row, or of the part of it that lies in the quantum.
INLINE void add_row(lanes8 out[8], const float *x, float gain, long begins, long ends) {
    if (begins <= 0 && ends >= CRAIN_FRAMES) {
#pragma unroll
        for (int i = 0; i < 8; i++) out[i] += load8(x + 8 * i) * gain;
        return;
    }
    // Samples before and behind the row belong to other grains and count as 0 here.
    const words8 count = {0, 1, 2, 3, 4, 5, 6, 7};
    const int32_t first = (int32_t)begins, end = ends < CRAIN_FRAMES ? (int32_t)ends : CRAIN_FRAMES;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        counts8 frame = (counts8)(count + 8 * i);
        words8 sounds = ~(words8)((frame - first) >> 31) & (words8)((frame - end) >> 31);
        out[i] += (lanes8)((words8)load8(x + 8 * i) & sounds) * gain;
    }
}

long CRAIN_NAME(add_grains)(const crain_grains *g, long count, const float *samples, float *output) {
    lanes8 out[8];
#pragma unroll
    for (int i = 0; i < 8; i++) out[i] = load8(output + 8 * i);
    long voice = 0;
    while (voice < count) {
        const long begins = g->start[voice], ends = begins + g->length[voice];
        // The table exceeds the caches and grains are scattered over it, so the samples of the next quantum are prefetched.
        for (long ahead = 64; ahead < 128; ahead += 16) __builtin_prefetch(samples + (g->row[voice] - begins) + ahead);
        if (begins < CRAIN_FRAMES) add_row(out, samples + (g->row[voice] - begins), g->gain[voice], begins, ends);
        g->start[voice] = (int32_t)(begins - CRAIN_FRAMES);
        if (ends <= CRAIN_FRAMES) {
            count--;
            g->row[voice] = g->row[count];
            g->start[voice] = g->start[count];
            g->length[voice] = g->length[count];
            g->gain[voice] = g->gain[count];
        } else {
            voice++;
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++) store8(output + 8 * i, out[i]);
    return count;
}
