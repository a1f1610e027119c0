// SPDX-License-Identifier: MIT
// The classic drops as a plain loop: each drop, sample by sample, by its formula. For comparison alone.
//
// loop DROPS SECONDS OUTPUT: DROPS has a line for each drop, its onset in seconds and its gains left and right. Writes raw
// stereo floats at 48 kHz, and to standard output the processor seconds of the rendering.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    double onset;
    float left, right;
} drop;

static const int rate = 48000;
static const float impact_amplitude = 0.4f, impact_duration = 0.0075f, pause = 0.015f;
static const float bubble_amplitude = 0.7f, bubble_duration = 0.03f, frequency = 400;

static void add(float *output, long frames, const drop *d) {
    const float pi = 3.14159265f;
    long end = ceil((d->onset + impact_duration) * rate);
    for (long n = ceil(d->onset * rate); n < end && n < frames; n++) {
        float t = (float)((double)n / rate - d->onset);
        float y = impact_amplitude * sinf(pi * t / impact_duration);
        output[2 * n] += d->left * y;
        output[2 * n + 1] += d->right * y;
    }
    double begin = d->onset + impact_duration + pause;
    end = ceil((begin + bubble_duration) * rate);
    for (long n = ceil(begin * rate); n < end && n < frames; n++) {
        float t = (float)((double)n / rate - begin);
        float x = t / bubble_duration;
        float y = bubble_amplitude * expf(-6 * x) * sinf(2 * pi * frequency * t * expf(0.5f * x));
        output[2 * n] += d->left * y;
        output[2 * n + 1] += d->right * y;
    }
}

static double processor_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    FILE *list = fopen(arguments[1], "r");
    long frames = atof(arguments[2]) * rate, drops = 0, room = 0;
    float *output = calloc(2 * frames, sizeof(float));
    drop *all = NULL, one;
    if (!list || !output) return 1;
    while (fscanf(list, "%lf %f %f", &one.onset, &one.left, &one.right) == 3) {
        if (drops == room) all = realloc(all, (room = 2 * room + 1024) * sizeof(drop));
        if (!all) return 1;
        all[drops++] = one;
    }
    // Touched once, so that what the system does to give the memory is not counted.
    for (long n = 0; n < 2 * frames; n++) ((volatile float *)output)[n] = 0;
    double start = processor_seconds();
    for (long i = 0; i < drops; i++) add(output, frames, &all[i]);
    printf("%.9f\n", processor_seconds() - start);
    FILE *file = fopen(arguments[3], "w");
    return file && fwrite(output, 2 * sizeof(float), frames, file) == (size_t)frames && fclose(file) == 0 ? 0 : 1;
}
