// SPDX-License-Identifier: MIT
#include "CHeapWatch.h"

#include <sanitizer/allocator_interface.h>

// Any thread may allocate.
static long held;
static long peak;

static void on_malloc(const volatile void *block, size_t size) {
    long now = __atomic_add_fetch(&held, (long)size, __ATOMIC_RELAXED);
    if (now > __atomic_load_n(&peak, __ATOMIC_RELAXED)) __atomic_store_n(&peak, now, __ATOMIC_RELAXED);
}

static void on_free(const volatile void *block) {
    if (block) __atomic_sub_fetch(&held, (long)__sanitizer_get_allocated_size(block), __ATOMIC_RELAXED);
}

void heap_watch_install(void) { __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free); }

void heap_watch_begin(void) {
    __atomic_store_n(&held, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&peak, 0, __ATOMIC_RELAXED);
}

size_t heap_watch_peak(void) { return (size_t)__atomic_load_n(&peak, __ATOMIC_RELAXED); }

// What Foundation itself forgets: FileManager.contents(atPath:) the space for a file that turns out to be empty.
const char *__lsan_default_suppressions(void) { return "leak:FoundationEssentials17readBytesFromFile\n"; }
