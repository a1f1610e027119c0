// SPDX-License-Identifier: MIT
// The wall: a trapezoidal low pass of the first order beside an opening.
#include "Lanes.h"

/// Lanes shifted by one frame or two; `first` fills the lanes before.
INLINE lanes8 one_later(lanes8 first, lanes8 x) { return __builtin_shufflevector(first, x, 6, 7, 8, 9, 10, 11, 12, 13); }
INLINE lanes8 two_later(lanes8 first, lanes8 x) { return __builtin_shufflevector(first, x, 4, 5, 6, 7, 8, 9, 10, 11); }

/// Four frames of left and right. `last` is the state after the last frame in all lanes of each channel.
INLINE lanes8 wall_four(lanes8 x, lanes8 share, lanes8 open, lanes8 *last) {
    // The state after a frame is keep * state + (share + share) * x: over one frame, then two, then four.
    const lanes8 one = 1, none = 0, keep = 1 - (share + share);
    const lanes8 both = keep * one_later(one, keep), all = both * two_later(one, both);
    lanes8 sum = (share + share) * x;
    sum += keep * one_later(none, sum);
    sum += both * two_later(none, sum);
    const lanes8 after = sum + all * *last, before = one_later(*last, after);
    *last = __builtin_shufflevector(after, after, 6, 7, 6, 7, 6, 7, 6, 7);
    const lanes8 passed = before + share * (x - before);
    return passed + (x - passed) * open;
}

void CRAIN_NAME(pass_wall)(
    float *state, float *left, float *right, float share, float share_step, float open, float open_step) {
    const lanes8 count = {0, 0, 1, 1, 2, 2, 3, 3};
    lanes8 last = {state[0], state[1], state[0], state[1], state[0], state[1], state[0], state[1]};
    for (int from = 0; from < CRAIN_FRAMES; from += 8) {
        const lanes8 l = load8(left + from), r = load8(right + from);
        const lanes8 early = count + (float)from, late = count + (float)(from + 4);
        const lanes8 first = wall_four(first_frames(l, r), share + share_step * early, open + open_step * early, &last);
        const lanes8 second = wall_four(last_frames(l, r), share + share_step * late, open + open_step * late, &last);
        store8(left + from, left_of(first, second));
        store8(right + from, right_of(first, second));
    }
    state[0] = last.x;
    state[1] = last.y;
}
