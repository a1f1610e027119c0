// SPDX-License-Identifier: MIT
// Noise in two channels, Gaussian white and pink, and brown; lanes are left, right, left, right, ...
#include "Lanes.h"

/// Sixteen Gaussians of mean 0 and variance 1, within +-5.65, eight frames of left and right: Box & Muller (1958) in single
/// precision. The radius takes 23 random bits, the angle 24.
INLINE void gaussians(noise8 *noise, lanes8 *first, lanes8 *second) {
    // u in (0, 1], u = mantissa * 2^exponent with the mantissa between sqrt(1/2) and sqrt(2).
    words8 bits = (words8)(2.0f - (lanes8)((bits8(noise) >> 9) | 0x3f800000u));
    counts8 exponent = (counts8)(bits - 0x3f3504f3u) >> 23;
    lanes8 f = (lanes8)(bits - (words8)(exponent << 23)) - 1.0f;
    // In 1.5 * 2^23 + n the low mantissa bits are n.
    lanes8 whole = (lanes8)(exponent + 0x4b400000) - 12582912.0f;
    // log(1 + f)/f, Chebyshev fit, error 3e-8.
    lanes8 series = f * 0.08743945f - 0.14377331f;
    series = series * f + 0.14949095f;
    series = series * f - 0.16560696f;
    series = series * f + 0.19956977f;
    series = series * f - 0.25002153f;
    series = series * f + 0.33334183f;
    series = series * f - 0.49999987f;
    series = series * f + 1.0f;
    lanes8 square = (whole * 0.6931472f + series * f) * -2.0f;
    // Rounding can leave a square just below 0 near u = 1.
    lanes8 radius = __builtin_elementwise_sqrt((lanes8)((words8)square & ~(words8)((counts8)square >> 31)));

    // t in -1/2 ..< 1/2 is half a turn; a further bit chooses the other half.
    words8 word = bits8(noise);
    lanes8 t = (lanes8)((word >> 9) | 0x3f800000u) - 1.5f, z = t * t;
    // sin(pi t)/t and cos(pi t), Chebyshev fits, errors 1.3e-8 and 5e-8.
    lanes8 sine = z * 0.07765766f - 0.59829129f;
    sine = sine * z + 2.55007752f;
    sine = sine * z - 5.16771008f;
    sine = (sine * z + 3.14159264f) * t;
    lanes8 cosine = z * 0.21968961f - 1.33187657f;
    cosine = cosine * z + 4.05841135f;
    cosine = cosine * z - 4.93479283f;
    cosine = cosine * z + 1.0f;
    cosine = (lanes8)((words8)cosine ^ ((word << 23) & 0x80000000u));
    *first = radius * cosine;
    *second = radius * sine;
}

void CRAIN_NAME(make_white)(uint32_t *state, float *left, float *right) {
    noise8 noise = load_noise(state);
    for (int frame = 0; frame < CRAIN_FRAMES; frame += 8) {
        lanes8 a, b;
        gaussians(&noise, &a, &b);
        store8(left + frame, left_of(a, b));
        store8(right + frame, right_of(a, b));
    }
    store_noise(state, noise);
}

/// Left and right of one frame, in each pair of lanes.
INLINE lanes8 frame_of(const float *pair) {
    typedef double loose __attribute__((may_alias, aligned(4)));
    const wides4 all = *(const loose *)pair;
    return (lanes8)all;
}

/// Sums of the lower and the upper halves: of a, then of b.
INLINE lanes8 halves(lanes8 a, lanes8 b) {
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) + __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}

/// Two frames of pink noise, as the sums of four poles each; lanes are pole 0 left and right, pole 1 left and right, ... of `y`.
INLINE lanes8 pink_two(const float *white, const lanes8 p[2], const lanes8 square[2], const lanes8 g[2], lanes8 y[2]) {
    const lanes8 first = frame_of(white), second = frame_of(white + 2);
    lanes8 sums[2];
#pragma unroll
    for (int four = 0; four < 2; four++) {
        // The second frame is computed from the last one too, so that the next two wait for only one step.
        lanes8 now = y[four] * p[four] + first;
        y[four] = y[four] * square[four] + (first * p[four] + second);
        sums[four] = halves(now * g[four], y[four] * g[four]);
    }
    return sums[0] + sums[1];
}

void CRAIN_NAME(make_pink)(
    uint32_t *state, const float *filter, float direct, float *poles, float *left, float *right) {
    float white[2 * CRAIN_FRAMES] __attribute__((aligned(32)));
    noise8 noise = load_noise(state);
    for (int from = 0; from < 2 * CRAIN_FRAMES; from += 16) {
        lanes8 a, b;
        gaussians(&noise, &a, &b);
        store8(white + from, a);
        store8(white + from + 8, b);
    }
    store_noise(state, noise);
    const lanes8 p[2] = {load8(filter), load8(filter + 8)}, g[2] = {load8(filter + 16), load8(filter + 24)};
    const lanes8 square[2] = {p[0] * p[0], p[1] * p[1]};
    lanes8 y[2] = {load8(poles), load8(poles + 8)};
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        // Frames 0, 2, 1 and 3 of four.
        lanes8 out[2];
#pragma unroll
        for (int four = 0; four < 2; four++) {
            const float *in = white + 2 * from + 8 * four;
            lanes8 a = pink_two(in, p, square, g, y), b = pink_two(in + 4, p, square, g, y);
            lanes8 sum = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
                + __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
            lanes8 x = load8(in);
            out[four] = sum + __builtin_shufflevector(x, x, 0, 1, 4, 5, 2, 3, 6, 7) * direct;
        }
        store8(left + from, __builtin_shufflevector(out[0], out[1], 0, 4, 2, 6, 8, 12, 10, 14));
        store8(right + from, __builtin_shufflevector(out[0], out[1], 1, 5, 3, 7, 9, 13, 11, 15));
    }
    store8(poles, y[0]);
    store8(poles + 8, y[1]);
}

/// Four frames of brown noise; `last` as in `pole_four`.
INLINE lanes8 brown_four(lanes8 white, const double *filter, wides4 *last) {
    wides4 first = __builtin_convertvector(white.lo, wides4), second = __builtin_convertvector(white.hi, wides4);
    return pole_four(first * filter[1], second * filter[1], filter[0], last);
}

void CRAIN_NAME(make_brown)(uint32_t *state, const double *filter, double *poles, float *left, float *right) {
    noise8 noise = load_noise(state);
    wides4 last = {poles[0], poles[1], poles[0], poles[1]};
    for (int frame = 0; frame < CRAIN_FRAMES; frame += 8) {
        lanes8 y = brown_four(uniform8(&noise), filter, &last), z = brown_four(uniform8(&noise), filter, &last);
        store8(left + frame, left_of(y, z));
        store8(right + frame, right_of(y, z));
    }
    poles[0] = last.x;
    poles[1] = last.y;
    store_noise(state, noise);
}

void CRAIN_NAME(mix_noise)(
    const float *left, const float *right, float *to_left, float *to_right, long first, long frames, float level, float level_step,
    float gain, float gain_step) {
    const lanes8 count = {0, 1, 2, 3, 4, 5, 6, 7};
    long frame = 0;
    for (; frame + 8 <= frames; frame += 8) {
        lanes8 place = count + (float)(first + frame);
        lanes8 scale = (level + level_step * place) * (gain + gain_step * place);
        store8(to_left + frame, load8(to_left + frame) + load8(left + frame) * scale);
        store8(to_right + frame, load8(to_right + frame) + load8(right + frame) * scale);
    }
    for (; frame < frames; frame++) {
        float place = (float)(first + frame);
        float scale = (level + level_step * place) * (gain + gain_step * place);
        to_left[frame] += left[frame] * scale;
        to_right[frame] += right[frame] * scale;
    }
}
