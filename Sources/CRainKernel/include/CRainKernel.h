// SPDX-License-Identifier: MIT
// The inner loops of the rain, compiled for several instruction sets from one source (RainKernel.h).
//
// The same operations in the same order on each, none contracted, so that every set gives the same bits. Nothing here
// allocates, locks, calls the system or holds state.
#ifndef CRAINKERNEL_H
#define CRAINKERNEL_H

#include <stdint.h>

#define CRAIN_NOLOCKS __attribute__((swift_attr("@_noLocks")))

/// Frames of a quantum, and voices of a batch.
enum { CRAIN_FRAMES = 64, CRAIN_BATCH = 16 };

/// x86-64 as it began, with AVX2 (x86-64-v3), and with AVX-512 (x86-64-v4). On other processors there is the first alone.
typedef enum { CRAIN_BASE, CRAIN_V3, CRAIN_V4 } crain_isa;

/// Nonzero when this processor and its system run `isa`. Any thread.
int crain_supports(crain_isa isa);

/// Where the voices of a quantum are summed, left and right. Aligned to 64 bytes.
///
/// A voice that goes smoothly through the whole quantum is told by its values at 16 or 8 Chebyshev points; the sum of all
/// such voices, a polynomial too, is brought to the 64 frames once. Other voices are summed frame by frame.
typedef struct {
    float nodes16[2][16];
    /// Eight values twice, for voices that went in pairs, and sixteen times, for those that went side by side.
    float pairs8[2][16];
    float lanes8[2][8][16];
    float frames[2][CRAIN_FRAMES];
} crain_sums;

/// Where the nodes lie (-1 ... 1 from first to last frame; the eight twice), and the way from values there to frames.
/// Aligned to 64 bytes.
typedef struct {
    float places16[16];
    float places8[16];
    float weights16[16][CRAIN_FRAMES];
    float weights8[8][CRAIN_FRAMES];
} crain_nodes;

/// The columns of the bubbles A exp(-L t) sin(2 pi F t exp(R t)), t in samples from a bubble's onset, F in turns, R and L
/// in 1/sample. Each is aligned to 64 bytes and as long as a whole number of batches; what lies behind the last bubble is
/// finite.
typedef struct {
    /// t and F exp(R t) at the quantum's middle (31.5 frames on); exp(64 R).
    double *time;
    double *turns;
    const double *growth;
    /// R, and 31.5 L.
    const float *rise;
    const float *fall;
    /// A exp(-L t), times the pan gain, at the quantum's middle; exp(-64 L).
    float *left;
    float *right;
    const float *decay;
    /// Samples that it lasts, negated for one that is never told by nodes; it ends with the first quantum that reaches them.
    const float *span;
    // What only a voice that is summed frame by frame needs.
    /// exp(R / 2), and the exact length.
    const double *halfGrowth;
    const double *length;
    /// exp(31.5 L), exp(-L); what a fading voice loses each frame, 1/64 or 0.
    const float *back;
    const float *sampleDecay;
    const float *fade;
} crain_bubbles;

/// The columns of the impacts A sin(pi u), 0 <= u <= 1, under the same rules.
typedef struct {
    /// u at the quantum's first frame, and its step a frame.
    double *place;
    const double *step;
    const float *left;
    const float *right;
    /// What a fading impact loses each frame, 1/64 or 0.
    const float *fade;
} crain_impacts;

/// Adds a quantum of the first `count` bubbles to `sums`, in their order, and moves them on to the next quantum. Returns how
/// many have ended with this one; `ended` (room for `count`) has their places, in ascending order.
CRAIN_NOLOCKS long crain_add_bubbles(
    crain_isa isa, crain_bubbles bubbles, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended);

/// The same for impacts.
CRAIN_NOLOCKS long crain_add_impacts(
    crain_isa isa, crain_impacts impacts, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended);

/// Adds the sums to 64 frames of both channels and clears them.
CRAIN_NOLOCKS void crain_collect(crain_isa isa, crain_sums *sums, const crain_nodes *nodes, float *left, float *right);

#endif
