// SPDX-License-Identifier: MIT
#ifndef HEAP_WATCH_H
#define HEAP_WATCH_H

#include <stddef.h>

/// Counts from now on what is allocated and freed; call it once. Needs AddressSanitizer.
void heap_watch_install(void);
/// Begins anew: what is held now is nothing.
void heap_watch_begin(void);
/// The most bytes that were held at once since then.
size_t heap_watch_peak(void);

#endif
