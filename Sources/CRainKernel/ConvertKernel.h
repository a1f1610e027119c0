// SPDX-License-Identifier: MIT
// Converts samples to integers: clipped to full scale, rounded to nearest even, 0 where a sample is not a number.
#include "Lanes.h"

/// Four integers in the lower halves of four lanes. Adding 1.5 * 2^52, whose unit in the last place is 1, rounds the sum;
/// the integer is then in the low bits of the sum.
INLINE words8 nearest_four(wides4 x, double scale) {
    typedef int64_t masks4 __attribute__((ext_vector_type(4)));
    const wides4 bottom = -scale, top = scale - 1;
    x = (wides4)((masks4)(x * scale) & (x == x));
    x = x < bottom ? bottom : x;
    x = x > top ? top : x;
    return (words8)(x + 0x1.8p52);
}

/// Eight samples from `in`, or the means of eight frames of two channels.
INLINE counts8 nearest_eight(const float *in, int means, double scale) {
    lanes8 x = load8(in);
    wides4 low = __builtin_convertvector(x.lo, wides4), high = __builtin_convertvector(x.hi, wides4);
    if (means) {
        lanes8 more = load8(in + 8);
        wides4 third = __builtin_convertvector(more.lo, wides4), fourth = __builtin_convertvector(more.hi, wides4);
        low = (__builtin_shufflevector(low, high, 0, 2, 4, 6) + __builtin_shufflevector(low, high, 1, 3, 5, 7)) * 0.5;
        high = (__builtin_shufflevector(third, fourth, 0, 2, 4, 6) + __builtin_shufflevector(third, fourth, 1, 3, 5, 7)) * 0.5;
    }
    return (counts8)__builtin_shufflevector(nearest_four(low, scale), nearest_four(high, scale), 0, 2, 4, 6, 8, 10, 12, 14);
}

/// Eight integers as three bytes each.
INLINE void pack_eight(counts8 x, uint8_t *out) {
    typedef uint8_t bytes32 __attribute__((ext_vector_type(32)));
    const bytes32 all = (bytes32)x;
    const bytes32 packed = __builtin_shufflevector(
        all, all, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, -1, -1, -1,
        -1);
    __builtin_memcpy(out, &packed, 12);
    __builtin_memcpy(out + 12, (const uint8_t *)&packed + 16, 12);
}

/// Copies the last, fewer than eight, samples, so that eight can be read.
INLINE void last_eight(const float *in, long count, int means, float last[16]) {
    for (long i = 0; i < 16; i++) last[i] = i < (means ? 2 * count : count) ? in[i] : 0;
}

void CRAIN_NAME(to_integers)(const float *in, long count, int means, double scale, int shift, int32_t *out) {
    const int step = means ? 16 : 8;
    for (; count >= 8; count -= 8, in += step, out += 8) {
        counts8 x = nearest_eight(in, means, scale) << shift;
        store8((float *)out, (lanes8)x);
    }
    float last[16];
    last_eight(in, count, means, last);
    counts8 x = nearest_eight(last, means, scale) << shift;
    for (long i = 0; i < count; i++) out[i] = x[i];
}

void CRAIN_NAME(to_bytes24)(const float *in, long count, int means, uint8_t *out) {
    const int step = means ? 16 : 8;
    const double scale = 0x1p23;
    for (; count >= 8; count -= 8, in += step, out += 24) pack_eight(nearest_eight(in, means, scale), out);
    float last[16];
    uint8_t bytes[24];
    last_eight(in, count, means, last);
    pack_eight(nearest_eight(last, means, scale), bytes);
    for (long i = 0; i < 3 * count; i++) out[i] = bytes[i];
}
