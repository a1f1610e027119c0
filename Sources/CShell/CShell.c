#define _GNU_SOURCE
#include "CShell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int cshell_start(const char *line, char *const environment[], pid_t *process) {
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
    char *const arguments[] = {"sh", "-c", (char *)line, NULL};
    if (!(error = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) &&
        !(error = posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO)) &&
        !(error = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1)) &&
        !(error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)) &&
        !(error = posix_spawnattr_setpgroup(&attributes, 0)) && !(error = posix_spawnattr_setsigdefault(&attributes, &all)) &&
        !(error = posix_spawnattr_setsigmask(&attributes, &none)))
        error = posix_spawn(process, "/bin/sh", &files, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int cshell_wait(pid_t process) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT) != 0)
        if (errno != EINTR) return errno;
    return 0;
}

int cshell_reap(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
