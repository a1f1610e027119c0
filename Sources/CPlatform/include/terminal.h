// SPDX-License-Identifier: MIT
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Columns that one Unicode scalar takes on a terminal: 0, 1 or 2; -1 for what is not to be printed. After the C library's
/// table, whatever the user's locale is. Any thread.
int cterminal_width(uint32_t scalar);

/// From now on a crash (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT) first writes `sequence` to
/// `descriptor` and sets its modes. One terminal a process; `length` is cut at 128 bytes.
void cterminal_guard(int descriptor, const struct termios *modes, const char *sequence, size_t length);

/// Restores a guarded terminal as a crash would, for a thread that ends the program.
void cterminal_restore(void);

/// The terminal is as it was: a crash leaves it alone.
void cterminal_unguard(void);

#endif
