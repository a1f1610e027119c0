// SPDX-License-Identifier: MIT
// Shared by the sources of all kernels. A file for each instruction set includes them, sets the functions' names (CRAIN_NAME)
// and, by a pragma, their target.
//
// Vectors have a fixed number of lanes whatever the processor; the compiler splits them into its registers. A lane uses + - * / and
// bit operations alone, in the order written, and sums run in one order. Nothing is contracted.
#ifndef CRAIN_LANES_H
#define CRAIN_LANES_H
#include "CRainKernel.h"

#pragma STDC FP_CONTRACT OFF
// Vectors are passed to functions that are always inlined, so the calling convention for them does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef float lanes8 __attribute__((ext_vector_type(8)));
typedef uint32_t words8 __attribute__((ext_vector_type(8)));
typedef int32_t counts8 __attribute__((ext_vector_type(8)));
typedef double wides2 __attribute__((ext_vector_type(2)));
typedef double wides4 __attribute__((ext_vector_type(4)));
typedef float lanes4 __attribute__((ext_vector_type(4)));
typedef float lanes2 __attribute__((ext_vector_type(2)));
// The same eight at any address of a float.
typedef float loose8 __attribute__((ext_vector_type(8), aligned(4)));

INLINE lanes8 load8(const float *from) { return *(const loose8 *)from; }
INLINE void store8(float *to, lanes8 x) { *(loose8 *)to = x; }

/// Four frames of y = u + p y' in two channels: one step, then two, then four. `first` and `second` are two frames of left and
/// right each; `last`: y' of left and right, twice.
INLINE lanes8 pole_four(wides4 first, wides4 second, double p, wides4 *last) {
    const wides4 none = 0, near = {p, p, p * p, p * p};
    const wides4 far = {p * p * p, p * p * p, (p * p) * (p * p), (p * p) * (p * p)};
    wides4 between = __builtin_shufflevector(first, second, 2, 3, 4, 5);
    first += __builtin_shufflevector(none, first, 0, 1, 4, 5) * p;
    second += between * p;
    second += first * (p * p);
    lanes4 early = __builtin_convertvector(first + *last * near, lanes4);
    lanes4 late = __builtin_convertvector(second + *last * far, lanes4);
    // The last frame is computed once more, so that the next four need not wait for a shuffle.
    *last = __builtin_shufflevector(second, second, 2, 3, 2, 3) + *last * far.w;
    return __builtin_shufflevector(early, late, 0, 1, 2, 3, 4, 5, 6, 7);
}

/// Four frames of left and right from the first, or the last, four of two channels.
INLINE lanes8 first_frames(lanes8 left, lanes8 right) { return __builtin_shufflevector(left, right, 0, 8, 1, 9, 2, 10, 3, 11); }
INLINE lanes8 last_frames(lanes8 left, lanes8 right) { return __builtin_shufflevector(left, right, 4, 12, 5, 13, 6, 14, 7, 15); }
/// A channel of eight frames.
INLINE lanes8 left_of(lanes8 first, lanes8 last) { return __builtin_shufflevector(first, last, 0, 2, 4, 6, 8, 10, 12, 14); }
INLINE lanes8 right_of(lanes8 first, lanes8 last) { return __builtin_shufflevector(first, last, 1, 3, 5, 7, 9, 11, 13, 15); }

/// Transposes rows into columns.
INLINE void transpose(lanes8 x[8]) {
    lanes8 a[8], b[8];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        a[2 * i] = __builtin_shufflevector(x[2 * i], x[2 * i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        a[2 * i + 1] = __builtin_shufflevector(x[2 * i], x[2 * i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
#pragma unroll
    for (int i = 0; i < 8; i += 4) {
        for (int k = 0; k < 2; k++) {
            b[i + k] = __builtin_shufflevector(a[i + k], a[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            b[i + k + 2] = __builtin_shufflevector(a[i + k], a[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        x[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        x[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

INLINE lanes8 larger(lanes8 a, lanes8 b) { return b > a ? b : a; }
INLINE lanes8 magnitude(lanes8 x) { return (lanes8)((words8)x & 0x7fffffffu); }

/// The sum of eight lanes, always in this order.
INLINE float sum8(lanes8 x) {
    lanes4 four = x.lo + x.hi;
    lanes2 two = four.lo + four.hi;
    return two.x + two.y;
}
/// The largest of eight magnitudes; a NaN is ignored.
INLINE float max8(lanes8 x) {
    lanes4 four = x.hi > x.lo ? x.hi : x.lo;
    lanes2 two = four.hi > four.lo ? four.hi : four.lo;
    float largest = two.y > two.x ? two.y : two.x;
    return largest > 0 ? largest : 0;
}
/// Sums of neighbours, within each half: first, second, first, second of x, then of y.
INLINE lanes8 neighbours(lanes8 x, lanes8 y) {
    return __builtin_shufflevector(x, y, 0, 2, 8, 10, 4, 6, 12, 14) + __builtin_shufflevector(x, y, 1, 3, 9, 11, 5, 7, 13, 15);
}

/// The sums of each half of eight vectors: of the lower halves in `low`, one lane a vector, of the upper ones in `high`.
INLINE void sum_halves(const lanes8 x[8], lanes8 *low, lanes8 *high) {
    lanes8 first = neighbours(neighbours(x[0], x[1]), neighbours(x[2], x[3]));
    lanes8 second = neighbours(neighbours(x[4], x[5]), neighbours(x[6], x[7]));
    *low = __builtin_shufflevector(first, second, 0, 1, 2, 3, 8, 9, 10, 11);
    *high = __builtin_shufflevector(first, second, 4, 5, 6, 7, 12, 13, 14, 15);
}

/// Eight xoshiro128+ generators (Blackman & Vigna), of which the upper bits are used; four words of state per lane.
typedef struct {
    words8 s[4];
} noise8;

INLINE noise8 load_noise(const uint32_t *from) {
    noise8 noise;
    for (int i = 0; i < 4; i++) noise.s[i] = (words8)load8((const float *)(from + 8 * i));
    return noise;
}
INLINE void store_noise(uint32_t *to, noise8 noise) {
    for (int i = 0; i < 4; i++) store8((float *)(to + 8 * i), (lanes8)noise.s[i]);
}
INLINE words8 bits8(noise8 *n) {
    words8 result = n->s[0] + n->s[3], t = n->s[1] << 9;
    n->s[2] ^= n->s[0];
    n->s[3] ^= n->s[1];
    n->s[1] ^= n->s[2];
    n->s[0] ^= n->s[3];
    n->s[2] ^= t;
    n->s[3] = (n->s[3] << 11) | (n->s[3] >> 21);
    return result;
}
/// Uniform in -1 ..< 1, variance 1/3.
INLINE lanes8 uniform8(noise8 *n) { return (lanes8)((bits8(n) >> 9) | 0x3f800000u) * 2 - 3; }
#endif
