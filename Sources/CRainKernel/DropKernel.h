// SPDX-License-Identifier: MIT
// The reading layer's drops: bubbles and impacts, by their values at a few nodes or frame by frame, and their sum. Vectors have 16
// lanes.
#include "Lanes.h"

typedef float lanes __attribute__((ext_vector_type(16)));
typedef double wides __attribute__((ext_vector_type(16), aligned(64)));
typedef int32_t words __attribute__((ext_vector_type(16)));

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

/// The first of two numbers in the lower eight lanes, the second in the upper.
INLINE lanes both(float first, float second) {
    lanes low = first, high = second;
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}

/// p minus the nearest whole number; |p| < 2^22.
INLINE lanes wrapped(lanes p) { return p - ((p + 0x1.8p23f) - 0x1.8p23f); }

// MARK: Bubbles

/// How a bubble is summed in a quantum: by 8 or 16 nodes, frame by frame by its polynomials, or frame by frame exactly.
enum { BY_8, BY_16, BY_FRAMES, EXACTLY };

/// A number for each bubble of a batch.
typedef union {
    lanes all;
    float each[CRAIN_BATCH];
} row;

/// The smooth bubbles of a batch in one quantum, as polynomials of the position x in it, -1 ... 1: the phase in turns from the
/// constant term on, the envelope from the linear term on; its constant term is in the gains. Then how each is summed.
typedef struct {
    row phase[4];
    row envelope[3];
    row left;
    row right;
    union {
        words all;
        int32_t each[CRAIN_BATCH];
    } method;
} batch_seeds;

/// The largest number of turns in half a quantum that 16 and 8 nodes represent to -80 dB: with a the turns in radians, the
/// next polynomial's share is a^n / (n! 2^(n-1)).
static const float turns16 = 1.16f, turns8 = 0.347f;

/// Seeds a batch. A bubble is smooth if it sounds through the whole quantum, its polynomials of phase and envelope are accurate
/// to -74 dB, and it makes few enough turns. The limit is -80 dB relative to its start, so a faded bubble may make more turns.
INLINE void seed(const crain_bubbles *b, long base, batch_seeds *seeds) {
    wides time = *(const wides *)(b->time + base), turns = *(const wides *)(b->turns + base);
    wides phase = time * turns;
    seeds->phase[0].all = __builtin_convertvector(phase - ((phase + 0x1.8p52) - 0x1.8p52), lanes);
    lanes t = __builtin_convertvector(time, lanes), g = __builtin_convertvector(turns, lanes) * 31.5f;
    lanes r = *(const lanes *)(b->rise + base);
    lanes x = r * t, h = r * 31.5f, gh = g * h;
    lanes p1 = g + g * x, p2 = gh + gh * x * 0.5f, p3 = gh * h * (0.5f + x * 0.16666667f);
    seeds->phase[1].all = p1;
    seeds->phase[2].all = p2;
    seeds->phase[3].all = p3;

    // exp(-a x) as a cubic: the Taylor series with its fourth power replaced by a square, which is exact at both ends.
    lanes a = *(const lanes *)(b->fall + base), a2 = a * a;
    seeds->envelope[0].all = a * -1;
    seeds->envelope[1].all = a2 * (0.5f + a2 * 0.041666668f);
    seeds->envelope[2].all = a2 * a * -0.16666667f;
    seeds->left.all = *(const lanes *)(b->left + base);
    seeds->right.all = *(const lanes *)(b->right + base);

    // Slightly below the 16th root of the factor by which the bubble has faded, so that its square is nearly the 8th root.
    lanes faded = 1 + a * t * (1.0f / (31.5f * 128)), faded2 = faded * faded, faded4 = faded2 * faded2, faded8 = faded4 * faded4;
    lanes most = p1 + 2 * p2 + 3 * p3;
    // A negative value fails its condition; combining signs is cheaper than combining comparisons.
    lanes span = *(const lanes *)(b->span + base);
    lanes far = (lanes)((words)x & 0x7fffffff);
    words rough = (words)span | (words)(3e-5f - gh * h * h * (0.16666667f + far * 0.041666668f));
    words fails = rough | (words)(t - 31.5f) | (words)(span - (t * 1.000001f + 33));
    words high8 = (words)(turns8 * (faded8 * faded8) - most), high16 = (words)(turns16 * faded8 - most) & high8;
    seeds->method.all = -((fails | high8) >> 31) - ((fails | high16) >> 31) - (rough >> 31);
}

/// The sine of the phase times the envelope, at the positions x.
INLINE lanes smooth_sound(lanes x, lanes p3, lanes p2, lanes p1, lanes p0, lanes e3, lanes e2, lanes e1) {
    lanes phase = ((p3 * x + p2) * x + p1) * x + p0;
    lanes envelope = ((e3 * x + e2) * x + e1) * x + 1;
    return sine(wrapped(phase)) * envelope;
}

/// Adds one bubble frame by frame, by its polynomials; it may begin or end in the quantum.
INLINE void add_smooth_frames(const crain_bubbles *b, long slot, const batch_seeds *s, int i, crain_sums *sums) {
    const lanes count = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    // The first frame, and the first one after the end, with their fractions.
    float start = (float)(31.5 - b->time[slot]), end = (float)(31.5 - b->time[slot] + b->length[slot]);
    for (int from = 0; from < CRAIN_FRAMES; from += 16) {
        if (start > from + 15 || end <= from) continue;
        lanes frame = count + from;
        lanes y = smooth_sound(frame * (1 / 31.5f) - 1, s->phase[3].each[i], s->phase[2].each[i], s->phase[1].each[i],
            s->phase[0].each[i], s->envelope[2].each[i], s->envelope[1].each[i], s->envelope[0].each[i]);
        words sounds = ~(((words)(frame - start) | ~(words)(frame - end)) >> 31);
        y = (lanes)((words)y & sounds);
        *(lanes *)(sums->frames[0] + from) += y * s->left.each[i];
        *(lanes *)(sums->frames[1] + from) += y * s->right.each[i];
    }
}

/// Adds one bubble frame by frame, its phase computed exactly for each; it may fade.
INLINE void add_exact_frames(const crain_bubbles *b, long slot, crain_sums *sums) {
    double h = b->halfGrowth[slot], g = h * h;
    double start = b->time[slot] - 31.5;
    // exp(63 R / 2), the growth from the quantum's first frame to its middle.
    double g2 = g * g, g4 = g2 * g2, g8 = g4 * g4, g16 = g8 * g8;
    double turns = b->turns[slot] / (g16 * g8 * g4 * g2 * g * h);
    float d = b->sampleDecay[slot], d2 = d * d, d4 = d2 * d2, d8 = d4 * d4, d16 = d8 * d8;
    float back = b->back[slot], left = b->left[slot] * back, right = b->right[slot] * back, fade = b->fade[slot];
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

/// Adds the bubbles of a batch that 8 nodes represent, side by side in lanes, at the positions x and -x together.
INLINE void add_slow(const batch_seeds *s, const crain_nodes *nodes, crain_sums *sums) {
    words slow = s->method.all == BY_8;
    for (int node = 0; node < 4; node++) {
        float x = nodes->places8[node], xx = x * x;
        lanes even = s->phase[0].all + s->phase[2].all * xx, odd = (s->phase[1].all + s->phase[3].all * xx) * x;
        lanes level = 1 + s->envelope[1].all * xx, tilt = (s->envelope[0].all + s->envelope[2].all * xx) * x;
        lanes y = sine(wrapped(even + odd)) * (level + tilt), z = sine(wrapped(even - odd)) * (level - tilt);
        y = (lanes)((words)y & slow);
        z = (lanes)((words)z & slow);
        *(lanes *)sums->lanes8[0][node] += y * s->left.all;
        *(lanes *)sums->lanes8[1][node] += y * s->right.all;
        *(lanes *)sums->lanes8[0][7 - node] += z * s->left.all;
        *(lanes *)sums->lanes8[1][7 - node] += z * s->right.all;
    }
}

long CRAIN_NAME(add_bubbles)(
    crain_bubbles b, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended) {
    batch_seeds s __attribute__((aligned(64)));
    const lanes x = *(const lanes *)nodes->places16;
    lanes left = *(const lanes *)sums->nodes16[0], right = *(const lanes *)sums->nodes16[1];
    long over = 0;
    for (long base = 0; base < count; base += CRAIN_BATCH) {
        seed(&b, base, &s);
        int voices = count - base < CRAIN_BATCH ? (int)(count - base) : CRAIN_BATCH;
        if (voices < CRAIN_BATCH || __builtin_reduce_or(s.method.all)) {
            int slow = 0;
            for (int i = 0; i < voices; i++) {
                int method = s.method.each[i];
                slow |= method == BY_8;
                if (method == BY_16) {
                    lanes y = smooth_sound(x, s.phase[3].each[i], s.phase[2].each[i], s.phase[1].each[i], s.phase[0].each[i],
                        s.envelope[2].each[i], s.envelope[1].each[i], s.envelope[0].each[i]);
                    left += y * s.left.each[i];
                    right += y * s.right.each[i];
                } else if (method == BY_FRAMES) {
                    add_smooth_frames(&b, base + i, &s, i, sums);
                } else if (method == EXACTLY) {
                    add_exact_frames(&b, base + i, sums);
                }
            }
            if (slow) add_slow(&s, nodes, sums);
        } else {
            add_slow(&s, nodes, sums);
        }

        wides time = *(const wides *)(b.time + base) + CRAIN_FRAMES;
        *(wides *)(b.time + base) = time;
        lanes span = (lanes)(*(const words *)(b.span + base) & 0x7fffffff);
        words ends = (words)(__builtin_convertvector(time, lanes) - 31.5f - span) >= 0;
        if (__builtin_reduce_or(ends)) {
            for (int i = 0; i < voices; i++) {
                if (ends[i]) ended[over++] = (int32_t)(base + i);
            }
        }
        *(wides *)(b.turns + base) *= *(const wides *)(b.growth + base);
        lanes decay = *(const lanes *)(b.decay + base);
        *(lanes *)(b.left + base) *= decay;
        *(lanes *)(b.right + base) *= decay;
    }
    *(lanes *)sums->nodes16[0] = left;
    *(lanes *)sums->nodes16[1] = right;
    return over;
}

// MARK: Impacts

/// Adds one impact frame by frame.
INLINE void add_impact_frames(const crain_impacts *i, long slot, float place, crain_sums *sums) {
    const lanes count = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    float step = (float)i->step[slot], fade = i->fade[slot];
    float left = i->left[slot], right = i->right[slot];
    for (int from = 0; from < CRAIN_FRAMES; from += 16) {
        if (place + step * (from + 15) < 0 || place + step * from > 1) continue;
        lanes frames = count + from;
        lanes u = place + step * frames;
        // u (1 - u) is negative outside the lobe, so clamping it at 0 handles start and end.
        lanes s = u * (1 - u);
        s = (lanes)((words)s & ~((words)s >> 31));
        lanes y = lobe(s) * (1 - fade * frames);
        *(lanes *)(sums->frames[0] + from) += y * left;
        *(lanes *)(sums->frames[1] + from) += y * right;
    }
}

long CRAIN_NAME(add_impacts)(
    crain_impacts i, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended) {
    long over = 0;
    const lanes x = *(const lanes *)nodes->places8 * 31.5f + 31.5f;
    lanes left = *(const lanes *)sums->pairs8[0], right = *(const lanes *)sums->pairs8[1];
    // An impact that waits for a second one to form a pair.
    lanes pending = 0;
    float pending_left = 0, pending_right = 0;
    int has_pending = 0;
    for (long slot = 0; slot < count; slot++) {
        double place = i.place[slot], step = i.step[slot], next = place + CRAIN_FRAMES * step;
        i.place[slot] = next;
        if (next >= 1 || i.fade[slot] != 0) ended[over++] = (int32_t)slot;
        if (place < 0 || next > 1 || i.fade[slot] != 0) {
            add_impact_frames(&i, slot, (float)place, sums);
            continue;
        }
        lanes u = (float)place + (float)step * x;
        if (!has_pending) {
            pending = u;
            pending_left = i.left[slot];
            pending_right = i.right[slot];
            has_pending = 1;
            continue;
        }
        u.lo = pending.lo;
        lanes y = lobe(u * (1 - u));
        left += y * both(pending_left, i.left[slot]);
        right += y * both(pending_right, i.right[slot]);
        has_pending = 0;
    }
    if (has_pending) {
        lanes y = lobe(pending * (1 - pending));
        left += y * both(pending_left, 0);
        right += y * both(pending_right, 0);
    }
    *(lanes *)sums->pairs8[0] = left;
    *(lanes *)sums->pairs8[1] = right;
    return over;
}

// MARK: Sums

void CRAIN_NAME(collect)(crain_sums *sums, const crain_nodes *nodes, float *left, float *right) {
    float *outputs[2] = {left, right};
    for (int channel = 0; channel < 2; channel++) {
        const float *at16 = sums->nodes16[channel], *pairs = sums->pairs8[channel];
        // Often no voice uses the sixteen nodes.
        const int any16 = __builtin_reduce_or(*(const words *)at16) != 0;
        float at8[8];
        for (int node = 0; node < 8; node++) {
            lanes all = *(const lanes *)sums->lanes8[channel][node];
            __typeof__(all.lo) eight = all.lo + all.hi;
            __typeof__(eight.lo) four = eight.lo + eight.hi;
            at8[node] = (four.x + four.z) + (four.y + four.w) + (pairs[node] + pairs[node + 8]);
            *(lanes *)sums->lanes8[channel][node] = 0;
        }
        for (int from = 0; from < CRAIN_FRAMES; from += 16) {
            lanes sum = *(lanes *)(sums->frames[channel] + from);
            for (int node = 0; node < 16 && any16; node++) sum += at16[node] * *(const lanes *)(nodes->weights16[node] + from);
            for (int node = 0; node < 8; node++) sum += at8[node] * *(const lanes *)(nodes->weights8[node] + from);
            for (int lane = 0; lane < 16; lane++) outputs[channel][from + lane] += sum[lane];
            *(lanes *)(sums->frames[channel] + from) = 0;
        }
        *(lanes *)sums->nodes16[channel] = 0;
        *(lanes *)sums->pairs8[channel] = 0;
    }
}
