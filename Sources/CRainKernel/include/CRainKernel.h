// SPDX-License-Identifier: MIT
// The inner loops of the rain, compiled for several instruction sets from one source (Kernels.h).
//
// Each performs the same operations in the same order, none contracted, so that every set gives the same bits. Nothing here
// allocates, locks, calls the system or holds state.
#ifndef CRAINKERNEL_H
#define CRAINKERNEL_H

#include <stdint.h>

#define CRAIN_NOLOCKS __attribute__((swift_attr("@_noLocks")))

/// Frames of a quantum, and voices of a batch.
enum { CRAIN_FRAMES = 64, CRAIN_BATCH = 16 };

/// The baseline of the architecture (x86-64, or ARM's NEON), and AVX2 (x86-64-v3), which exists on x86-64 alone.
typedef enum { CRAIN_BASE, CRAIN_V3 } crain_isa;

/// Nonzero if this processor and operating system support `isa`. Any thread.
int crain_supports(crain_isa isa);

/// The sums of the voices of a quantum, left and right. Aligned to 64 bytes.
///
/// A voice that is smooth over the whole quantum is represented by its values at 16 or 8 Chebyshev nodes; the sum of all such
/// voices is a polynomial too, and is interpolated to the 64 frames once. Other voices are summed frame by frame.
typedef struct {
    float nodes16[2][16];
    /// Eight values twice, for voices summed in pairs, and sixteen times, for voices summed side by side in lanes.
    float pairs8[2][16];
    float lanes8[2][8][16];
    float frames[2][CRAIN_FRAMES];
} crain_sums;

/// The positions of the nodes (-1 ... 1 from the first to the last frame; the eight twice), and the weights that interpolate
/// from them to the frames. Aligned to 64 bytes.
typedef struct {
    float places16[16];
    float places8[16];
    float weights16[16][CRAIN_FRAMES];
    float weights8[8][CRAIN_FRAMES];
} crain_nodes;

/// The columns of the bubbles A exp(-L t) sin(2 pi F t exp(R t)), t in samples from a bubble's onset, F in turns, R and L
/// in 1/sample. Each is aligned to 64 bytes and as long as a whole number of batches; values behind the last bubble must be
/// finite. The kernel advances time, turns, left and right, and only reads the others.
typedef struct {
    /// t and F exp(R t) at the quantum's middle (31.5 frames on); exp(64 R).
    double *time;
    double *turns;
    double *growth;
    /// R, and 31.5 L.
    float *rise;
    float *fall;
    /// A exp(-L t), times the pan gain, at the quantum's middle; exp(-64 L).
    float *left;
    float *right;
    float *decay;
    /// The length in samples, negative for a bubble that is never summed by nodes; it ends with the quantum that reaches it.
    float *span;
    // Used only for a voice that is summed frame by frame.
    /// exp(R / 2), and the exact length.
    double *halfGrowth;
    double *length;
    /// exp(31.5 L), exp(-L); the gain that a fading voice loses each frame, 1/64 or 0.
    float *back;
    float *sampleDecay;
    float *fade;
} crain_bubbles;

/// The columns of the impacts A sin(pi u), 0 <= u <= 1, aligned and padded likewise; the kernel advances `place` alone.
typedef struct {
    /// u at the quantum's first frame, and its step per frame.
    double *place;
    double *step;
    float *left;
    float *right;
    /// The gain that a fading impact loses each frame, 1/64 or 0.
    float *fade;
} crain_impacts;

/// Adds a quantum of the first `count` bubbles to `sums`, in their order, and advances them to the next quantum. Returns the
/// number that ended with this one; `ended` (room for `count`) receives their indices, in ascending order.
CRAIN_NOLOCKS long crain_add_bubbles(
    crain_isa isa, crain_bubbles bubbles, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended);

/// The same for impacts.
CRAIN_NOLOCKS long crain_add_impacts(
    crain_isa isa, crain_impacts impacts, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended);

/// Adds the sums to 64 frames of both channels and clears them.
CRAIN_NOLOCKS void crain_collect(crain_isa isa, crain_sums *sums, const crain_nodes *nodes, float *left, float *right);

/// The columns of the grains of a channel: the index of a grain's first sample in the table, the frames from the quantum's start
/// to the grain's, its length in frames, and its gain.
typedef struct {
    int32_t *row;
    int32_t *start;
    int32_t *length;
    float *gain;
} crain_grains;

/// Adds a quantum of the first `count` grains to 64 frames, in their order, and advances them to the next quantum; the last
/// grain moves into the row of one that ends. Returns the number that remain. The table must have 64 readable samples before its
/// first grain and behind its last.
CRAIN_NOLOCKS long crain_add_grains(
    crain_isa isa, const crain_grains *grains, long count, const float *samples, float *output);

/// The bed's noise and filters. Everything is aligned to 32 bytes; a bank has eight lanes, 0-3 the middles of four bands, 4-7 their
/// sides.
typedef struct {
    /// The states of eight generators for the upper bank (four rows of eight), then for the lower.
    uint32_t *noise;
    /// The filters' state, six rows per bank; then sixteen values of the lower bank's middle and sixteen of its side, of which
    /// the first CRAIN_BED_TAPS - 1 are past ones.
    float *state;
    /// The feedback coefficients of the last value and of the one before, upper bank, then lower.
    const float *filters;
    /// The interpolator: its eight phases side by side, tap by tap.
    const float *taps;
} crain_bed;

/// The number of values of the lower bands from which each frame is interpolated.
enum { CRAIN_BED_TAPS = 6 };

/// Adds 64 frames of the bed. `gains`: the upper bank's at the first frame and their steps per frame, then the lower bank's.
CRAIN_NOLOCKS void crain_add_bed(crain_isa isa, crain_bed bed, const float *gains, float *left, float *right);

/// Modes: the feedback coefficients of the last value and of the one before, the output gain, and that gain over the sine of the
/// mode's angle.
typedef struct {
    const float *first;
    const float *second;
    const float *gain;
    const float *scale;
} crain_modes;

/// Adds 64 frames of a material's modes, four for the left channel and four for the right, excited by pulses. `state`: 16
/// floats. Returns the power that still rings.
CRAIN_NOLOCKS float crain_add_material(
    crain_isa isa, crain_modes material, float *state, const float *pulses_left, const float *pulses_right, float *left,
    float *right);

/// A surface: 32 modes for the left channel and 32 for the right; then the coefficient of the two low passes on the direct sound
/// of the impact (1: unfiltered), and the gain of the direct sound in each channel.
typedef struct {
    crain_modes modes;
    float softness;
    float dry[2];
} crain_body;

/// The number of floats in a body's state.
enum { CRAIN_BODY_STATE = 132 };

/// The excitation of a surface's four sets of modes over 64 frames: drops, 64 frames of left and 64 of right per set, and the bed
/// with four different delays, left and right each.
typedef struct {
    const float *drops;
    const float *bed[4];
} crain_excitation;

/// Replaces 64 frames of the bed with those of bed and drops on a surface. Returns the power that still rings.
CRAIN_NOLOCKS float crain_pass_body(
    crain_isa isa, crain_body body, float *state, const crain_excitation *excitation, float *left, float *right);

/// Passes 64 frames of two channels through a wall, in place: a low pass with the coefficient `share`, g/(1 + g), and an
/// opening that passes the sound unfiltered at the gain `open`. Both change by their step each frame. `state` holds the filter's
/// state of left and right.
CRAIN_NOLOCKS void crain_pass_wall(
    crain_isa isa, float *state, float *left, float *right, float share, float share_step, float open, float open_step);

/// Finishes 64 frames of two channels, in place: times `duck`; plus `notes`, 64 of left and 64 of right, unless null; the filter
/// y = s (x - x') + p y', with s and p in `filter`, and s x' and y' of left and right in `state`; times `gain`, without a negative
/// 0. Returns 0, or NaN when a frame is not finite.
CRAIN_NOLOCKS float crain_finish(
    crain_isa isa, const double *filter, double *state, const float *duck, const float *notes, const float *gain, float *left,
    float *right);

/// Writes 64 frames of two channels at every `channels` samples of `output`. `levels` holds the largest magnitudes of left and
/// right so far, which are raised, and their sums of squares, which are increased.
CRAIN_NOLOCKS void crain_interleave(
    crain_isa isa, const float *left, const float *right, float *output, long channels, float *levels);

/// Moves 64 frames into two delay lines, replaces them with those of `latency` frames earlier, at least 64, and writes the largest
/// magnitude of each eight of the new frames, of both channels, to `peaks`; returns the largest of those.
CRAIN_NOLOCKS float crain_delay(
    crain_isa isa, float *left, float *right, float *line_left, float *line_right, long latency, float *peaks);

/// Raises eight `peaks` to the magnitudes of eight samples of each channel and of the points between each and the next, and
/// returns the largest of those. `taps` has a row of 2 * `reach` for each of `phases` points; as many samples around
/// each point are read.
CRAIN_NOLOCKS float crain_raise_peaks(
    crain_isa isa, const float *left, const float *right, const float *taps, long reach, long phases, float *peaks);

/// Converts `count` samples, or with `means` the means of as many frames of two channels, to integers: times `scale`, clipped to
/// -scale ... scale - 1, rounded to nearest even, shifted left by `shift`. NaN becomes 0. `out` is at any address of its type.
CRAIN_NOLOCKS void crain_to_integers(
    crain_isa isa, const float *in, long count, int means, double scale, int shift, int32_t *out);

/// The same at a scale of 2^23, three bytes each, the lowest first.
CRAIN_NOLOCKS void crain_to_bytes24(crain_isa isa, const float *in, long count, int means, uint8_t *out);

/// 64 frames of Gaussian noise of RMS 1; `state`: eight generators, lanes left, right, left, right, ...
CRAIN_NOLOCKS void crain_make_white(crain_isa isa, uint32_t *state, float *left, float *right);

/// The same through eight poles and a direct path. `filter`: the poles, left and right of each, then their gains; `poles`: state.
CRAIN_NOLOCKS void crain_make_pink(
    crain_isa isa, uint32_t *state, const float *filter, float direct, float *poles, float *left, float *right);

/// 64 frames of y = a y' + g x with x uniform in -1 ..< 1. `state`: eight generators, as above; `filter`: a and g; `poles`: y' of
/// left and right.
CRAIN_NOLOCKS void crain_make_brown(
    crain_isa isa, uint32_t *state, const double *filter, double *poles, float *left, float *right);

/// Adds two channels of noise at a level and a gain, each with its step per frame; the pointers are at frame `first`.
CRAIN_NOLOCKS void crain_mix_noise(
    crain_isa isa, const float *left, const float *right, float *to_left, float *to_right, long first, long frames, float level,
    float level_step, float gain, float gain_step);

/// The wind's noise (eight generators, lanes left, right, left, right, ...), its filters' state (24 values), and their
/// feedback coefficients of the last value and of the one before, for the voice and for the rush.
typedef struct {
    uint32_t *noise;
    float *state;
    float filters[4];
} crain_wind;

/// Adds 64 frames of wind. `gains`: of voice and rush at the first frame, and their steps per frame.
CRAIN_NOLOCKS void crain_add_wind(crain_isa isa, crain_wind wind, const float *gains, float *left, float *right);

enum { CRAIN_ROOM_LINES = 16 };

/// The room: delay lines of `capacity` samples each (a power of two, a whole number of quanta), one after another.
typedef struct {
    float *lines;
    int32_t capacity;
    /// The write position of the quantum, and each line's delay in frames, at least 64.
    int32_t position;
    const int32_t *lengths;
    /// The state and the coefficient of each line's low pass, and each line's feedback gain and its step per frame; aligned to 32
    /// bytes.
    float *low;
    const float *damping;
    const float *feedback;
    const float *feedback_step;
} crain_room;

/// Replaces 64 frames with their sum, at the gain `direct`, with the room's sound, at the gain `own`; they enter the room at the
/// gain `feed`. Each gain has its slope per frame. Returns the sum of the squares of the values that the lines feed back.
CRAIN_NOLOCKS float crain_add_room(
    crain_isa isa, const crain_room *room, float *left, float *right, float own, float own_slope, float direct, float direct_slope,
    float feed, float feed_slope);

// Kernels that fill tables before the first sound. A `void *` points to groups of eight doubles, which are computed together.

/// Writes eight decaying sines, `count` steps of a group each. `chirp`: four groups, their sines and cosines, and those of the
/// rotation by one step.
void crain_turn_rows(crain_isa isa, const void *chirp, void *rows, long count);

/// Adds eight derivatives of a Gaussian, u exp(-u^2 / 2), over `count` steps. `pulse`: three groups, u, the Gaussian, and the factor
/// by which it changes in a step. Each step adds `step` to u and multiplies the factor by `shrink`.
void crain_add_pulse(crain_isa isa, const void *pulse, double step, double shrink, void *rows, long count);

/// Writes the first `lanes` lanes of `count` rows, times `scale`, as one run of `count` samples per lane. Returns the sum of their
/// squares.
double crain_cut_rows(crain_isa isa, const void *rows, long count, double scale, long lanes, float *out);

/// Writes one decaying sine, eight frames at a time: silent until time 0 and from `length` on, and faded out in its last tenth.
/// `chirp` is as above, and then the frames' times, to which each step adds `step`; the growth rotates the rotation itself. Returns
/// the sum of the squares.
double crain_make_bubble(
    crain_isa isa, const void *chirp, double growth_sine, double growth_cosine, double step, double length, float *out, long frames);

/// Groups of frequencies that are measured together.
enum { CRAIN_GROUPS = 4 };

/// Replaces `CRAIN_GROUPS` groups, twice the cosines of frequencies, with the energies of a sound there (Goertzel).
void crain_weigh_frequencies(crain_isa isa, const double *samples, long count, void *groups);

/// A mode's response: gain / z / (1 + first / z + second / z^2).
typedef struct {
    double gain, first, second;
} crain_resonance;

/// Writes the real and the imaginary part of the sum of modes at eight frequencies. `angles`: their sines and cosines.
void crain_sum_modes(crain_isa isa, const crain_resonance *modes, long count, const void *angles, void *sums);

/// Notes that are measured together.
enum { CRAIN_NOTES = 3 };

/// Writes the peaks of `CRAIN_NOTES` notes, which fade in over `attack` frames. `notes`: for each, eight partials' rotation per frame,
/// real and imaginary, and their amplitudes.
void crain_find_peaks(crain_isa isa, const void *notes, float attack, long frames, float *peaks);

#endif
