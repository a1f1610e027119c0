// SPDX-License-Identifier: MIT
// The classic drops by what Faust makes of impact.dsp and bubble.dsp, each computed for as long as it lasts. For comparison
// alone; the arguments are those of loop.c.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string>
#include <vector>

// What the generated classes want to know.
#define FAUSTFLOAT float
struct Meta {
    void declare(const char *, const char *) {}
};
struct UI {
    std::map<std::string, float *> fields;
    void openVerticalBox(const char *) {}
    void closeBox() {}
    void addNumEntry(const char *name, float *field, float, float, float, float) { fields[name] = field; }
};
struct dsp {};
#include "impact.h"
#include "bubble.h"

static const int rate = 48000;

template <class Sound> struct Voice {
    Sound sound;
    float *offset, *left, *right;
    Voice() {
        UI fields;
        sound.init(rate);
        sound.buildUserInterface(&fields);
        offset = fields.fields["offset"];
        left = fields.fields["left"];
        right = fields.fields["right"];
    }

    void add(std::vector<float> &output, double begin, double duration, float gainLeft, float gainRight) {
        float buffers[2][2048], *channels[2] = {buffers[0], buffers[1]};
        long first = std::ceil(begin * rate), end = std::ceil((begin + duration) * rate);
        long count = std::min(end, (long)output.size() / 2) - first;
        if (count <= 0) return;
        sound.instanceClear();
        *offset = (double)first / rate - begin;
        *left = gainLeft;
        *right = gainRight;
        sound.compute(count, nullptr, channels);
        for (long n = 0; n < count; n++) {
            output[2 * (first + n)] += buffers[0][n];
            output[2 * (first + n) + 1] += buffers[1][n];
        }
    }
};

static double processorSeconds() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    struct Drop {
        double onset;
        float left, right;
    };
    std::vector<Drop> drops;
    FILE *list = fopen(arguments[1], "r");
    if (!list) return 1;
    for (Drop one; fscanf(list, "%lf %f %f", &one.onset, &one.left, &one.right) == 3;) drops.push_back(one);
    std::vector<float> output(2 * (long)(atof(arguments[2]) * rate));
    Voice<Impact> impact;
    Voice<Bubble> bubble;
    double start = processorSeconds();
    for (const Drop &drop : drops) {
        impact.add(output, drop.onset, 0.0075, drop.left, drop.right);
        bubble.add(output, drop.onset + 0.0225, 0.03, drop.left, drop.right);
    }
    printf("%.9f\n", processorSeconds() - start);
    FILE *file = fopen(arguments[3], "w");
    return file && fwrite(output.data(), sizeof(float), output.size(), file) == output.size() && fclose(file) == 0 ? 0 : 1;
}
