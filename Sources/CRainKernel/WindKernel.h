// SPDX-License-Identifier: MIT
// Wind: noise through two pairs of band passes in series, the voice's and the rush's, in two channels.
#include "Lanes.h"

void CRAIN_NAME(add_wind)(crain_wind wind, const float *gains, float *left, float *right) {
    noise8 noise = load_noise(wind.noise);
    // Lanes: voice left and right, rush left and right.
    typedef float loose4 __attribute__((ext_vector_type(4), aligned(4)));
    const lanes4 c1 = {wind.filters[0], wind.filters[0], wind.filters[2], wind.filters[2]};
    const lanes4 c2 = {wind.filters[1], wind.filters[1], wind.filters[3], wind.filters[3]};
    const lanes4 gain = {gains[0], gains[0], gains[1], gains[1]}, step = {gains[2], gains[2], gains[3], gains[3]};
    loose4 *state = (loose4 *)wind.state;
    lanes4 n1 = state[0], n2 = state[1], u1 = state[2], u2 = state[3], v1 = state[4], v2 = state[5];
    for (int from = 0; from < CRAIN_FRAMES; from += 4) {
        const lanes8 four = uniform8(&noise);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            lanes4 n = {four[2 * i], four[2 * i + 1], four[2 * i], four[2 * i + 1]};
            lanes4 u = ((n - n2) + c2 * u2) + c1 * u1;
            lanes4 v = ((u - u2) + c2 * v2) + c1 * v1;
            n2 = n1;
            n1 = n;
            u2 = u1;
            u1 = u;
            v2 = v1;
            v1 = v;
            lanes4 y = v * (gain + step * (float)(from + i));
            left[from + i] += y.x + y.z;
            right[from + i] += y.y + y.w;
        }
    }
    state[0] = n1;
    state[1] = n2;
    state[2] = u1;
    state[3] = u2;
    state[4] = v1;
    state[5] = v2;
    store_noise(wind.noise, noise);
}
