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
        store8(left + frame, __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14));
        store8(right + frame, __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15));
    }
    store_noise(state, noise);
}

void CRAIN_NAME(make_pink)(
    uint32_t *state, const float *filter, float direct, float *poles, float *left, float *right) {
    noise8 noise = load_noise(state);
    // Left and right of four poles, then of the other four.
    const lanes8 p[2] = {load8(filter), load8(filter + 8)}, g[2] = {load8(filter + 16), load8(filter + 24)};
    lanes8 y[2] = {load8(poles), load8(poles + 8)};
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        lanes8 x[2];
        gaussians(&noise, &x[0], &x[1]);
#pragma unroll
        for (int frame = 0; frame < 8; frame++) {
            lanes2 in = {x[frame / 4][frame % 4 * 2], x[frame / 4][frame % 4 * 2 + 1]};
            lanes8 all = {in.x, in.y, in.x, in.y, in.x, in.y, in.x, in.y};
            y[0] = y[0] * p[0] + all;
            y[1] = y[1] * p[1] + all;
            lanes8 first = y[0] * g[0], second = y[1] * g[1];
            lanes4 sum = (first.lo + first.hi) + (second.lo + second.hi);
            lanes2 out = (sum.lo + sum.hi) + in * direct;
            left[from + frame] = out.x;
            right[from + frame] = out.y;
        }
    }
    store8(poles, y[0]);
    store8(poles + 8, y[1]);
    store_noise(state, noise);
}

void CRAIN_NAME(make_brown)(uint32_t *state, const double *filter, double *poles, float *left, float *right) {
    noise8 noise = load_noise(state);
    const double a = filter[0], g = filter[1];
    double last[2] = {poles[0], poles[1]};
    for (int frame = 0; frame < CRAIN_FRAMES; frame += 4) {
        lanes8 x = (lanes8)((bits8(&noise) >> 9) | 0x3f800000u) * 2.0f - 3.0f;
        wides4 first = __builtin_convertvector(x.even, wides4) * g;
        wides4 second = __builtin_convertvector(x.odd, wides4) * g;
        lanes4 y[2] = {
            __builtin_convertvector(pole_four(first, a, &last[0]), lanes4),
            __builtin_convertvector(pole_four(second, a, &last[1]), lanes4),
        };
        for (int lane = 0; lane < 4; lane++) {
            left[frame + lane] = y[0][lane];
            right[frame + lane] = y[1][lane];
        }
    }
    poles[0] = last[0];
    poles[1] = last[1];
    store_noise(state, noise);
}

void CRAIN_NAME(mix_noise)(
    const float *noise, float *sound, long first, long frames, float level, float level_step, float gain, float gain_step) {
    const lanes8 count = {0, 1, 2, 3, 4, 5, 6, 7};
    long frame = 0;
    for (; frame + 8 <= frames; frame += 8) {
        lanes8 place = count + (float)(first + frame);
        lanes8 scale = (level + level_step * place) * (gain + gain_step * place);
        store8(sound + frame, load8(sound + frame) + load8(noise + frame) * scale);
    }
    for (; frame < frames; frame++) {
        float place = (float)(first + frame);
        sound[frame] += noise[frame] * ((level + level_step * place) * (gain + gain_step * place));
    }
}
