// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int stream(posix_spawn_file_actions_t *files, int descriptor, int place, int direction) {
    return descriptor < 0 ? posix_spawn_file_actions_addopen(files, place, "/dev/null", direction, 0)
                          : posix_spawn_file_actions_adddup2(files, descriptor, place);
}

int cchild_start(
    const char *program, char *const arguments[], char *const environment[], int input, int output, int errors, pid_t *process) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&files);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&files);
        return error;
    }
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    if (!(error = stream(&files, input, STDIN_FILENO, O_RDONLY)) && !(error = stream(&files, output, STDOUT_FILENO, O_WRONLY)) &&
        !(error = stream(&files, errors, STDERR_FILENO, O_WRONLY)) &&
        !(error = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1)) &&
        !(error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)) &&
        !(error = posix_spawnattr_setpgroup(&attributes, 0)) && !(error = posix_spawnattr_setsigdefault(&attributes, &all)) &&
        !(error = posix_spawnattr_setsigmask(&attributes, &none)))
        error = posix_spawn(process, program, &files, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int cchild_wait(pid_t process) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT) != 0)
        if (errno != EINTR) return errno;
    return 0;
}

int cchild_has_ended(pid_t process) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid != 0;
}

int cchild_reap(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
