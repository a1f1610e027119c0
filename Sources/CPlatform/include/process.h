// SPDX-License-Identifier: MIT
#ifndef CCHILDPROCESS_H
#define CCHILDPROCESS_H

#include <sys/types.h>

/// Starts a program as the leader of a process group of its own, so that all that it starts can be ended with it.
///
/// No descriptor but the three is open in it, and no signal is ignored or blocked, whatever is in this process.
/// \param program its path.
/// \param arguments up to NULL, its name first.
/// \param environment NAME=VALUE, up to NULL.
/// \param input what it reads, `output` and `errors` where it writes: descriptors, or -1 for /dev/null.
/// \return 0, or an error number.
int cchild_start(
    const char *program, char *const arguments[], char *const environment[], int input, int output, int errors, pid_t *process);

/// Waits for the end of a process that was started so, and leaves it to be asked for by `cchild_reap`: until then its number is nobody else's.
/// \return 0, or an error number.
int cchild_wait(pid_t process);

/// Whether it has ended, without waiting; it is left to be asked for.
int cchild_has_ended(pid_t process);

/// Asks how a process ended.
/// \return its exit status, or -SIGNAL.
int cchild_reap(pid_t process);

#endif
