// SPDX-License-Identifier: MIT
// Which kernels run.
#include "CRainKernel.h"

// On processors that have but one set, all three names mean that one.
#if defined(__x86_64__)
#define CRAIN_EACH(declare) declare(base) declare(v3) declare(v4)
#define CRAIN_CHOOSE(isa, function) \
    ((isa) == CRAIN_V4 ? crain_##function##_v4 : (isa) == CRAIN_V3 ? crain_##function##_v3 : crain_##function##_base)
#else
#define CRAIN_EACH(declare) declare(base)
#define CRAIN_CHOOSE(isa, function) crain_##function##_base
#endif

#define CRAIN_DECLARE(set)                                                                                        \
    long crain_add_bubbles_##set(const crain_bubbles *, long, const crain_nodes *, crain_sums *, int32_t *);      \
    long crain_add_impacts_##set(const crain_impacts *, long, const crain_nodes *, crain_sums *, int32_t *);      \
    void crain_collect_##set(crain_sums *, const crain_nodes *, float *, float *);
CRAIN_EACH(CRAIN_DECLARE)

int crain_supports(crain_isa isa) {
    if (isa == CRAIN_BASE) return 1;
#if defined(__x86_64__)
    __builtin_cpu_init();
    return isa == CRAIN_V3 ? __builtin_cpu_supports("x86-64-v3") : __builtin_cpu_supports("x86-64-v4");
#else
    return 0;
#endif
}

long crain_add_bubbles(
    crain_isa isa, crain_bubbles bubbles, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended) {
    return CRAIN_CHOOSE(isa, add_bubbles)(&bubbles, count, nodes, sums, ended);
}

long crain_add_impacts(
    crain_isa isa, crain_impacts impacts, long count, const crain_nodes *nodes, crain_sums *sums, int32_t *ended) {
    return CRAIN_CHOOSE(isa, add_impacts)(&impacts, count, nodes, sums, ended);
}

void crain_collect(crain_isa isa, crain_sums *sums, const crain_nodes *nodes, float *left, float *right) {
    CRAIN_CHOOSE(isa, collect)(sums, nodes, left, right);
}
