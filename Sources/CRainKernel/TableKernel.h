// SPDX-License-Identifier: MIT
// Kernels that fill the tables of drops, surfaces and strikes.
#include "Lanes.h"

typedef double wides8 __attribute__((ext_vector_type(8), aligned(8)));

/// Advances by one step.
INLINE void turn(wides8 *sine, wides8 *cosine, wides8 step_sine, wides8 step_cosine) {
    const wides8 turned = *sine * step_cosine + *cosine * step_sine;
    *cosine = *cosine * step_cosine - *sine * step_sine;
    *sine = turned;
}

void CRAIN_NAME(turn_rows)(const void *chirp, void *rows, long count) {
    const wides8 *const from = chirp, step_sine = from[2], step_cosine = from[3];
    wides8 sine = from[0], cosine = from[1], *const row = rows;
    for (long i = 0; i < count; i++) {
        row[i] = sine;
        turn(&sine, &cosine, step_sine, step_cosine);
    }
}

void CRAIN_NAME(add_pulse)(const void *pulse, double step, double shrink, void *rows, long count) {
    const wides8 *const from = pulse;
    wides8 u = from[0], bell = from[1], factor = from[2], *const row = rows;
    for (long i = 0; i < count; i++) {
        row[i] += u * bell;
        u += step;
        bell *= factor;
        factor *= shrink;
    }
}

double CRAIN_NAME(cut_rows)(const void *rows, long count, double scale, long lanes, float *out) {
    const wides8 *const row = rows;
    wides8 energy = 0;
    for (long i = 0; i < count; i += 8) {
        const long frames = count - i < 8 ? count - i : 8;
        lanes8 samples[8] = {0};
        for (long frame = 0; frame < frames; frame++) {
            const wides8 x = row[i + frame] * scale;
            energy += x * x;
            samples[frame] = __builtin_convertvector(x, lanes8);
        }
        transpose(samples);
        for (long lane = 0; lane < lanes; lane++) {
            float *const to = out + lane * count + i;
            if (frames == 8) {
                store8(to, samples[lane]);
            } else {
                for (long frame = 0; frame < frames; frame++) to[frame] = samples[lane][frame];
            }
        }
    }
    double sum = 0;
    for (long lane = 0; lane < lanes; lane++) sum += energy[lane];
    return sum;
}

double CRAIN_NAME(make_bubble)(
    const void *chirp, double growth_sine, double growth_cosine, double step, double length, float *out, long frames) {
    const wides8 *const from = chirp;
    wides8 sine = from[0], cosine = from[1], step_sine = from[2], step_cosine = from[3], t = from[4], energy = 0;
    for (long i = 0; i < frames; i += 8) {
        const wides8 left = (length - t) / length;
        wides8 sound = sine * (left >= 0.1 ? (wides8)1 : left * 10);
        sound = ((t > 0) & (t < length)) ? sound : (wides8)0;
        const lanes8 samples = __builtin_convertvector(sound, lanes8);
        if (frames - i >= 8) {
            store8(out + i, samples);
        } else {
            for (long lane = 0; lane < frames - i; lane++) out[i + lane] = samples[lane];
            for (long lane = frames - i; lane < 8; lane++) sound[lane] = 0;
        }
        energy += sound * sound;
        turn(&sine, &cosine, step_sine, step_cosine);
        turn(&step_sine, &step_cosine, growth_sine, growth_cosine);
        t += step;
    }
    double sum = 0;
    for (long lane = 0; lane < 8; lane++) sum += energy[lane];
    return sum;
}

void CRAIN_NAME(weigh_frequencies)(const double *samples, long count, void *groups) {
    wides8 *const group = groups, last[CRAIN_GROUPS], before[CRAIN_GROUPS];
    for (int k = 0; k < CRAIN_GROUPS; k++) last[k] = before[k] = 0;
    for (long i = 0; i < count; i++) {
        for (int k = 0; k < CRAIN_GROUPS; k++) {
            const wides8 next = samples[i] + group[k] * last[k] - before[k];
            before[k] = last[k];
            last[k] = next;
        }
    }
    for (int k = 0; k < CRAIN_GROUPS; k++) {
        group[k] = last[k] * last[k] + before[k] * before[k] - group[k] * last[k] * before[k];
    }
}

void CRAIN_NAME(sum_modes)(const crain_resonance *modes, long count, const void *angles, void *sums) {
    const wides8 *const angle = angles, sine = angle[0], cosine = angle[1];
    const wides8 cosine2 = cosine * cosine - sine * sine, sine2 = 2 * cosine * sine;
    wides8 real = 0, imaginary = 0;
    for (long i = 0; i < count; i++) {
        const wides8 down_real = 1 + modes[i].first * cosine + modes[i].second * cosine2;
        const wides8 down_imaginary = modes[i].first * sine + modes[i].second * sine2;
        const wides8 scale = modes[i].gain / (down_real * down_real + down_imaginary * down_imaginary);
        real += scale * (cosine * down_real + sine * down_imaginary);
        imaginary += scale * (sine * down_real - cosine * down_imaginary);
    }
    wides8 *const sum = sums;
    sum[0] = real;
    sum[1] = imaginary;
}

void CRAIN_NAME(find_peaks)(const void *notes, float attack, long frames, float *peaks) {
    // Several notes at once, so that the processor need not wait for the last rotation of any one.
    const loose8 *const note = notes;
    lanes8 real[CRAIN_NOTES], imaginary[CRAIN_NOTES];
    float peak[CRAIN_NOTES];
    for (int i = 0; i < CRAIN_NOTES; i++) {
        real[i] = 1;
        imaginary[i] = 0;
        peak[i] = 0;
    }
    for (long frame = 0; frame < frames; frame++) {
        const float t = (float)frame < attack ? (float)frame / attack : 1, rise = t * t * (3 - 2 * t);
        for (int i = 0; i < CRAIN_NOTES; i++) {
            const lanes8 turn_real = note[3 * i], turn_imaginary = note[3 * i + 1], amplitudes = note[3 * i + 2];
            const float y = __builtin_fabsf(sum8(imaginary[i] * amplitudes) * rise);
            peak[i] = y > peak[i] ? y : peak[i];
            const lanes8 turned = real[i] * turn_real - imaginary[i] * turn_imaginary;
            imaginary[i] = real[i] * turn_imaginary + imaginary[i] * turn_real;
            real[i] = turned;
        }
    }
    for (int i = 0; i < CRAIN_NOTES; i++) peaks[i] = peak[i];
}
