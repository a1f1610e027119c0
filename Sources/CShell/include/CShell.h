#ifndef CSHELL_H
#define CSHELL_H

#include <sys/types.h>

/// Starts `/bin/sh -c line` as the leader of a process group of its own, so that all that it starts can be ended with it.
///
/// Its input is empty, what it prints goes to standard error, no other descriptor is open in it, and no signal is ignored or
/// blocked, whatever is in this process.
/// \param environment NAME=VALUE, up to NULL.
/// \return 0, or an error number.
int cshell_start(const char *line, char *const environment[], pid_t *process);

/// Waits for the end of a process that was started so, and leaves it to be asked for by `cshell_reap`: until then its number is nobody else's.
/// \return 0, or an error number.
int cshell_wait(pid_t process);

/// Asks how a process ended.
/// \return its exit status, or -SIGNAL.
int cshell_reap(pid_t process);

#endif
