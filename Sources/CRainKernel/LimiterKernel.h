// SPDX-License-Identifier: MIT
// The limiter's search for peaks.
#include "Lanes.h"

/// The larger of neighbours, within each half: first, second, first, second of x, then of y.
INLINE counts8 larger_neighbours(counts8 x, counts8 y) {
    counts8 a = __builtin_shufflevector(x, y, 0, 2, 8, 10, 4, 6, 12, 14);
    counts8 b = __builtin_shufflevector(x, y, 1, 3, 9, 11, 5, 7, 13, 15);
    return b > a ? b : a;
}

float CRAIN_NAME(delay)(float *left, float *right, float *line_left, float *line_right, long latency, float *peaks) {
    // The bits of magnitudes sort like the magnitudes.
    counts8 x[8];
#pragma unroll
    for (int block = 0; block < 8; block++) {
        lanes8 l = load8(left + 8 * block), r = load8(right + 8 * block);
        store8(line_left + 8 * block, l);
        store8(line_right + 8 * block, r);
        store8(left + 8 * block, load8(line_left + 8 * block - latency));
        store8(right + 8 * block, load8(line_right + 8 * block - latency));
        counts8 a = (counts8)magnitude(l), b = (counts8)magnitude(r);
        x[block] = b > a ? b : a;
    }
    counts8 first = larger_neighbours(larger_neighbours(x[0], x[1]), larger_neighbours(x[2], x[3]));
    counts8 second = larger_neighbours(larger_neighbours(x[4], x[5]), larger_neighbours(x[6], x[7]));
    counts8 low = __builtin_shufflevector(first, second, 0, 1, 2, 3, 8, 9, 10, 11);
    counts8 high = __builtin_shufflevector(first, second, 4, 5, 6, 7, 12, 13, 14, 15);
    lanes8 largest = (lanes8)(high > low ? high : low);
    store8(peaks, largest);
    return max8(largest);
}

/// The largest magnitudes of eight samples and of the points between each and the next.
INLINE lanes8 peaks_between(const float *x, const float *taps, long reach, long phases) {
    lanes8 peak = magnitude(load8(x));
    for (long phase = 0; phase < phases; phase++, taps += 2 * reach) {
        lanes8 sum = 0;
        for (long tap = 0; tap < 2 * reach; tap++) sum += load8(x - (reach - 1) + tap) * taps[tap];
        peak = larger(peak, magnitude(sum));
    }
    return peak;
}

float CRAIN_NAME(raise_peaks)(
    const float *left, const float *right, const float *taps, long reach, long phases, float *peaks) {
    lanes8 peak = larger(peaks_between(left, taps, reach, phases), peaks_between(right, taps, reach, phases));
    store8(peaks, larger(load8(peaks), peak));
    return max8(peak);
}
