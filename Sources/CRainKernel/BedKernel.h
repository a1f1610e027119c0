// SPDX-License-Identifier: MIT
// The bed of rain: noise in eight bands, each with a middle and a side, two band passes in series each. The four upper bands run
// at the frame rate, the four lower ones at an eighth of it and through an interpolator.
#include "Lanes.h"

/// A bank of eight: lanes 0-3 middle, 4-7 side, of four bands. Its state is the past values of the band passes.
typedef struct {
    lanes8 n1, n2, u1, u2, v1, v2;
} bank8;

INLINE bank8 load_bank(const float *from) {
    bank8 bank = {load8(from), load8(from + 8), load8(from + 16), load8(from + 24), load8(from + 32), load8(from + 40)};
    return bank;
}
INLINE void store_bank(float *to, bank8 bank) {
    store8(to, bank.n1);
    store8(to + 8, bank.n2);
    store8(to + 16, bank.u1);
    store8(to + 24, bank.u2);
    store8(to + 32, bank.v1);
    store8(to + 40, bank.v2);
}

/// One step of (1 - z^-2) / (1 - c1 z^-1 - c2 z^-2), twice.
INLINE lanes8 pass(bank8 *b, lanes8 n, lanes8 c1, lanes8 c2) {
    lanes8 u = ((n - b->n2) + c2 * b->u2) + c1 * b->u1;
    lanes8 v = ((u - b->u2) + c2 * b->v2) + c1 * b->v1;
    b->n2 = b->n1;
    b->n1 = n;
    b->u2 = b->u1;
    b->u1 = u;
    b->v2 = b->v1;
    b->v1 = v;
    return v;
}

void CRAIN_NAME(add_bed)(crain_bed bed, const float *gains, float *left, float *right) {
    enum { TAPS = CRAIN_BED_TAPS, PAST = TAPS - 1 };
    noise8 noise = load_noise(bed.noise + 32);
    bank8 bank = load_bank(bed.state + 48);
    lanes8 c1 = load8(bed.filters + 16), c2 = load8(bed.filters + 24);
    lanes8 gain = load8(gains + 16), step = load8(gains + 24) * 8;
    lanes8 low[8], lowMiddle, lowSide;
#pragma unroll
    for (int i = 0; i < 8; i++) low[i] = pass(&bank, uniform8(&noise), c1, c2) * (gain + step * (float)i);
    sum_halves(low, &lowMiddle, &lowSide);
    store_bank(bed.state + 48, bank);
    store_noise(bed.noise + 32, noise);
    // The past values that the interpolator needs, then the new ones.
    float *middle = bed.state + 96, *side = middle + 16;
    store8(middle + PAST, lowMiddle);
    store8(side + PAST, lowSide);

    noise = load_noise(bed.noise);
    bank = load_bank(bed.state);
    c1 = load8(bed.filters);
    c2 = load8(bed.filters + 8);
    gain = load8(gains);
    step = load8(gains + 8);
    for (int eighth = 0; eighth < 8; eighth++) {
        lanes8 high[8], m, s;
#pragma unroll
        for (int i = 0; i < 8; i++)
            high[i] = pass(&bank, uniform8(&noise), c1, c2) * (gain + step * (float)(8 * eighth + i));
        sum_halves(high, &m, &s);
#pragma unroll
        for (int tap = 0; tap < TAPS; tap++) {
            lanes8 weight = load8(bed.taps + 8 * tap);
            m += weight * middle[PAST + eighth - tap];
            s += weight * side[PAST + eighth - tap];
        }
        store8(left + 8 * eighth, load8(left + 8 * eighth) + (m + s));
        store8(right + 8 * eighth, load8(right + 8 * eighth) + (m - s));
    }
    store_bank(bed.state, bank);
    store_noise(bed.noise, noise);
#pragma unroll
    for (int i = 0; i < PAST; i++) {
        middle[i] = middle[8 + i];
        side[i] = side[8 + i];
    }
}
