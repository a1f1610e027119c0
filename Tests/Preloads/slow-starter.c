// SPDX-License-Identifier: MIT
// Preloaded into a program, lets half a second pass after each start of a child, as on a busy machine: the child is already at
// work when the program knows of it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <spawn.h>
#include <unistd.h>

typedef int (*spawning)(
    pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[], char *const[]);

int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *files, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]) {
    const spawning real = (spawning)dlsym(RTLD_NEXT, "posix_spawn");
    const int error = real(process, path, files, attributes, arguments, environment);
    usleep(500000);
    return error;
}
