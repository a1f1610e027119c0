// The one source of the kernels. It is included by a file for each instruction set, which says how functions are named
// (CRAIN_NAME) and, by a pragma, for what they are compiled.
//
// Vectors have 16 lanes whatever the processor; the compiler cuts them to its registers. A lane sees + - * and bit
// operations alone, in the order written; sums over voices run voice by voice.
#include "CRainKernel.h"

#pragma STDC FP_CONTRACT OFF
// Vectors are passed to functions that are always inlined, so how they would be passed matters to nobody.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float lanes __attribute__((ext_vector_type(16)));
typedef double wides __attribute__((ext_vector_type(16), aligned(64)));
typedef int32_t words __attribute__((ext_vector_type(16)));

#define INLINE static inline __attribute__((always_inline))

/// sin(2 pi w) for -1/2 <= w <= 1/2: with v = w (1/2 - |w|) an entire function of v, odd about 0. Its minimax cubic (found by
/// linear programming) errs by 7.8e-6, -102 dB, at most.
INLINE lanes sine(lanes w) {
    lanes size = (lanes)((words)w & 0x7fffffff);
    lanes v = w * (0.5f - size);
    lanes s = (lanes)((words)v & 0x7fffffff);
    return v * (12.568868544f + s * (50.024896256f + s * 77.9392946176f));
}

/// sin(pi u) for 0 <= u <= 1 from s = u (1 - u), by the same cubic.
INLINE lanes lobe(lanes s) { return s * (3.142217136f + s * (3.126556016f + s * 1.2178014784f)); }

/// p less the whole number next to it; |p| < 2^22.
INLINE lanes wrapped(lanes p) { return p - ((p + 0x1.8p23f) - 0x1.8p23f); }

// MARK: Bubbles

/// What a batch's smooth bubbles are in one quantum, as polynomials of the place x in it, -1 ... 1.
typedef struct {
    /// Phase in turns, from the constant part on.
    float phase[4][CRAIN_BATCH];
    /// Envelope from the linear part on, and its constant part times both pan gains.
    float envelope[3][CRAIN_BATCH];
    float left[CRAIN_BATCH];
    float right[CRAIN_BATCH];
    /// -1 for a smooth bubble, 0 for one that is summed frame by frame.
    int32_t smooth[CRAIN_BATCH];
} batch_seeds;

/// Seeds a batch. Smooth is a bubble that sounds through the whole quantum and makes less than 2.3 turns in it; its
/// polynomials then err by -80 dB at most.
INLINE void seed(const crain_bubbles *b, long base, batch_seeds *seeds) {
    wides time = *(const wides *)(b->time + base), turns = *(const wides *)(b->turns + base);
    wides phase = time * turns;
    *(lanes *)seeds->phase[0] = __builtin_convertvector(phase - ((phase + 0x1.8p52) - 0x1.8p52), lanes);
    lanes t = __builtin_convertvector(time, lanes), g = __builtin_convertvector(turns, lanes) * 31.5f;
    lanes r = *(const lanes *)(b->rise + base);
    lanes x = r * t, h = r * 31.5f;
    lanes p1 = g * (1 + x), p2 = g * h * (1 + x * 0.5f), p3 = g * h * h * (0.5f + x * 0.16666667f);
    *(lanes *)seeds->phase[1] = p1;
    *(lanes *)seeds->phase[2] = p2;
    *(lanes *)seeds->phase[3] = p3;

    // exp(-a x) as a cubic: the Taylor series with its fourth power brought down. The gains go by exp(-a) to the middle.
    lanes a = *(const lanes *)(b->fall + base);
    lanes a2 = a * a, a4 = a2 * a2 * 0.041666668f;
    lanes lost = 1 - a * (1 - a * (0.5f - a * (0.16666667f - a * (0.041666668f - a * (0.008333334f - a * 0.0013888889f)))));
    lanes middle = lost * (1 - a4 * 0.125f);
    lanes scale = 1 + a4 * 0.125f;
    *(lanes *)seeds->envelope[0] = -a * scale;
    *(lanes *)seeds->envelope[1] = (a2 * 0.5f + a4) * scale;
    *(lanes *)seeds->envelope[2] = a2 * a * -0.16666667f * scale;
    *(lanes *)seeds->left = *(const lanes *)(b->left + base) * middle;
    *(lanes *)seeds->right = *(const lanes *)(b->right + base) * middle;

    words whole = (t >= 31.5f) & (t * 1.000001f + 33 <= *(const lanes *)(b->span + base));
    *(words *)seeds->smooth = whole & (p1 + 2 * p2 + 3 * p3 <= 1.16f);
}

/// One bubble frame by frame: its phase is computed anew for each, without a polynomial.
INLINE void add_frames(const crain_bubbles *b, long slot, crain_sums *sums) {
    double h = b->halfGrowth[slot], g = h * h;
    double start = b->time[slot] - 31.5;
    // exp(63 R / 2), by which the quantum's middle is ahead of its first frame.
    double g2 = g * g, g4 = g2 * g2, g8 = g4 * g4, g16 = g8 * g8;
    double turns = b->turns[slot] / (g16 * g8 * g4 * g2 * g * h);
    float d = b->sampleDecay[slot], d2 = d * d, d4 = d2 * d2, d8 = d4 * d4, d16 = d8 * d8;
    float left = b->left[slot], right = b->right[slot], fade = b->fade[slot];
    double length = b->length[slot];

    wides growth = {1, g, g2, g2 * g, g4, g4 * g, g4 * g2, g4 * g2 * g};
    growth.hi = growth.lo * g8;
    lanes decay = {1, d, d2, d2 * d, d4, d4 * d, d4 * d2, d4 * d2 * d};
    decay.hi = decay.lo * d8;
    const wides count = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const lanes frames = __builtin_convertvector(count, lanes);

    for (int from = 0; from < CRAIN_FRAMES; from += 16) {
        if (start + from + 15 >= 0 && start + from <= length) {
            wides time = count + (start + from);
            wides phase = time * (growth * turns);
            lanes y = sine(__builtin_convertvector(phase - ((phase + 0x1.8p52) - 0x1.8p52), lanes));
            y = y * decay * (1 - fade * (frames + from));
            words sounds = __builtin_convertvector((time >= 0) & (time < length), words);
            y = (lanes)((words)y & sounds);
            *(lanes *)(sums->frames[0] + from) += y * left;
            *(lanes *)(sums->frames[1] + from) += y * right;
        }
        turns = turns * g16;
        left = left * d16;
        right = right * d16;
    }
}

void CRAIN_NAME(add_bubbles)(const crain_bubbles *b, long count, const crain_nodes *nodes, crain_sums *sums) {
    batch_seeds seeds __attribute__((aligned(64)));
    const lanes x = *(const lanes *)nodes->places;
    lanes left = *(const lanes *)sums->nodes[0], right = *(const lanes *)sums->nodes[1];
    for (long base = 0; base < count; base += CRAIN_BATCH) {
        seed(b, base, &seeds);
        long voices = count - base < CRAIN_BATCH ? count - base : CRAIN_BATCH;
        for (long voice = 0; voice < voices; voice++) {
            if (seeds.smooth[voice]) {
                lanes phase = ((seeds.phase[3][voice] * x + seeds.phase[2][voice]) * x + seeds.phase[1][voice]) * x
                    + seeds.phase[0][voice];
                lanes envelope = ((seeds.envelope[2][voice] * x + seeds.envelope[1][voice]) * x + seeds.envelope[0][voice]) * x + 1;
                lanes y = sine(wrapped(phase)) * envelope;
                left += y * seeds.left[voice];
                right += y * seeds.right[voice];
            } else {
                add_frames(b, base + voice, sums);
            }
        }
        *(wides *)(b->time + base) += CRAIN_FRAMES;
        *(wides *)(b->turns + base) *= *(const wides *)(b->growth + base);
        lanes decay = *(const lanes *)(b->decay + base);
        *(lanes *)(b->left + base) *= decay;
        *(lanes *)(b->right + base) *= decay;
    }
    *(lanes *)sums->nodes[0] = left;
    *(lanes *)sums->nodes[1] = right;
}

// MARK: Impacts

/// One impact frame by frame.
INLINE void add_impact_frames(const crain_impacts *i, long slot, crain_sums *sums) {
    const lanes count = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    float place = (float)i->place[slot], step = (float)i->step[slot], fade = i->fade[slot];
    float left = i->left[slot], right = i->right[slot];
    for (int from = 0; from < CRAIN_FRAMES; from += 16) {
        if (place + step * (from + 15) < 0 || place + step * from > 1) continue;
        lanes frames = count + from;
        lanes u = place + step * frames;
        // u (1 - u) is negative outside of the lobe, so clamping it is all that start and end need.
        lanes s = u * (1 - u);
        s = (lanes)((words)s & ~((words)s >> 31));
        lanes y = lobe(s) * (1 - fade * frames);
        *(lanes *)(sums->frames[0] + from) += y * left;
        *(lanes *)(sums->frames[1] + from) += y * right;
    }
}

void CRAIN_NAME(add_impacts)(const crain_impacts *i, long count, const crain_nodes *nodes, crain_sums *sums) {
    const lanes x = *(const lanes *)nodes->places * 31.5f + 31.5f;
    lanes left = *(const lanes *)sums->nodes[0], right = *(const lanes *)sums->nodes[1];
    for (long slot = 0; slot < count; slot++) {
        double place = i->place[slot], step = i->step[slot], next = place + CRAIN_FRAMES * step;
        if (place >= 0 && next <= 1 && i->fade[slot] == 0) {
            lanes u = (float)place + (float)step * x;
            lanes y = lobe(u * (1 - u));
            left += y * i->left[slot];
            right += y * i->right[slot];
        } else {
            add_impact_frames(i, slot, sums);
        }
        i->place[slot] = next;
    }
    *(lanes *)sums->nodes[0] = left;
    *(lanes *)sums->nodes[1] = right;
}

// MARK: Sums

void CRAIN_NAME(collect)(crain_sums *sums, const crain_nodes *nodes, float *left, float *right) {
    float *outputs[2] = {left, right};
    for (int channel = 0; channel < 2; channel++) {
        float *at = sums->nodes[channel];
        for (int from = 0; from < CRAIN_FRAMES; from += 16) {
            lanes sum = *(lanes *)(sums->frames[channel] + from);
            for (int node = 0; node < CRAIN_NODES; node++) sum += at[node] * *(const lanes *)(nodes->weights[node] + from);
            float *output = outputs[channel] + from;
            for (int lane = 0; lane < 16; lane++) output[lane] += sum[lane];
            *(lanes *)(sums->frames[channel] + from) = 0;
        }
        *(lanes *)at = 0;
    }
}
