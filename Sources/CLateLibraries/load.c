// SPDX-License-Identifier: MIT
// Loads a library of functions.h when one of its functions is first called. Seven libraries bring twenty others with them; loaded
// at the start they took half the processor time of `--version`, and most commands call none of them.
#if defined(__x86_64__)
#include "terminal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define LIBRARY(file, package)
#define FUNCTION(name) \
    extern void late_first_##name(void); \
    __attribute__((visibility("hidden"))) void (*late_slot_##name)(void) = late_first_##name;
#include "functions.h"
#undef LIBRARY
#undef FUNCTION

/// A function, or a library, which has no slot and stands before its functions.
typedef struct {
    const char *name, *package;
    void (**slot)(void);
} Entry;

static const Entry entries[] = {
#define LIBRARY(file, package) {file, package, NULL},
#define FUNCTION(name) {#name, NULL, &late_slot_##name},
#include "functions.h"
};
static const Entry *const end = entries + sizeof entries / sizeof *entries;

static _Noreturn void fail(const Entry *library) {
    cterminal_restore();
    fprintf(stderr, "amaoto: %s cannot be loaded: %s. Install Debian's package %s.\n", library->name, dlerror(), library->package);
    _exit(1);
}

__attribute__((visibility("hidden"))) void late_load(void (**slot)(void));

/// Fills the slots of the library that `slot` belongs to. From any thread, not from one that renders.
void late_load(void (**slot)(void)) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const Entry *entry = entries, *library = entries;
    while (entry->slot != slot) {
        if (!entry->slot) library = entry;
        entry++;
    }
    pthread_mutex_lock(&lock);
    void *handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) fail(library);
    for (entry = library + 1; entry < end && entry->slot; entry++) {
        void *function = dlsym(handle, entry->name);
        if (!function) fail(library);
        __atomic_store_n((void **)entry->slot, function, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}
#else
typedef int nothing_to_load;
#endif
