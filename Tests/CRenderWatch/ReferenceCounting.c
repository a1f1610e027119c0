// SPDX-License-Identifier: MIT
// Swift's reference counting, replaced as the locks are: compiled code and the libraries beside the Swift library call
// these. What the Swift library does within itself it calls directly, unseen. (The runtime has hooks of its own, but
// with them set Swift 6.3 takes the text of a small string for an object and crashes.)
#include "RenderWatchThread.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

// On x86-64 these take the plain C convention, and so do their callers.
#define COUNTED(result, name, parameters, arguments, counter, times) \
    result name parameters; \
    result name parameters { \
        static result (*next) parameters; \
        if (!next) next = (result(*) parameters)watch_next_definition(#name); \
        if (watch_thread.armed) watch_thread.counts.counter += times; \
        return next arguments; \
    }

COUNTED(void *, swift_retain, (void *object), (object), retains, 1)
COUNTED(void *, swift_retain_n, (void *object, uint32_t n), (object, n), retains, n)
COUNTED(void *, swift_tryRetain, (void *object), (object), retains, 1)
COUNTED(void *, swift_bridgeObjectRetain, (void *object), (object), retains, 1)
COUNTED(void *, swift_bridgeObjectRetain_n, (void *object, int n), (object, n), retains, n)
COUNTED(void, swift_release, (void *object), (object), releases, 1)
COUNTED(void, swift_release_n, (void *object, uint32_t n), (object, n), releases, n)
COUNTED(void, swift_bridgeObjectRelease, (void *object), (object), releases, 1)
COUNTED(void, swift_bridgeObjectRelease_n, (void *object, int n), (object, n), releases, n)
