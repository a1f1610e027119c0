// SPDX-License-Identifier: MIT
// Preloaded into a program, keeps a log of everything that it does to one folder: files made, written, cut, synced, renamed,
// linked and removed, folders synced, in their order and with every byte. From its beginnings a test rebuilds what a crash
// could leave. It can also let operations fail, or kill the program at one of them.
//
// DISK_RECORDER_FOLDER  the folder, as realpath gives it
// DISK_RECORDER_LOG     where the log goes; outside the folder
// DISK_RECORDER_FAIL    "OP N ERRNO": the Nth operation of a kind and all later ones of that kind fail
// DISK_RECORDER_KILL    N: SIGKILL in place of the Nth operation
// DISK_RECORDER_PLAIN   set: as on a file system that has neither exclusive renaming nor hard links
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static long operations, kill_at;
static char fail_kind;
static long fail_from, fail_count;
static int fail_errno;
static int is_plain;

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);

__attribute__((constructor)) static void begin(void) {
    real_open = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    real_write = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    const char *watched = getenv("DISK_RECORDER_FOLDER"), *place = getenv("DISK_RECORDER_LOG");
    if (!watched || !place || !realpath(watched, folder)) return;
    folder_length = strlen(folder);
    int opened = real_open(place, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    // Away from the numbers that a test may close and the program may count on.
    log_file = fcntl(opened, F_DUPFD_CLOEXEC, 700);
    close(opened);
    const char *fail = getenv("DISK_RECORDER_FAIL"), *death = getenv("DISK_RECORDER_KILL");
    if (fail) sscanf(fail, "%c %ld %d", &fail_kind, &fail_from, &fail_errno);
    if (death) kill_at = atol(death);
    is_plain = getenv("DISK_RECORDER_PLAIN") != NULL;
}

static int is_inside(const char *path) {
    return log_file >= 0 && strncmp(path, folder, folder_length) == 0 && (path[folder_length] == '/' || path[folder_length] == 0);
}

// The absolute path of a name in the folder; 0 for any other.
static int resolve(int at, const char *name, char *whole) {
    if (log_file < 0 || !name) return 0;
    char joined[PATH_MAX], parent[PATH_MAX];
    if (name[0] == '/' || at == AT_FDCWD) {
        if (snprintf(joined, sizeof joined, "%s", name) >= (int)sizeof joined) return 0;
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        ssize_t length = readlink(link, parent, sizeof parent - 1);
        if (length < 0) return 0;
        parent[length] = 0;
        if (snprintf(joined, sizeof joined, "%s/%s", parent, name) >= (int)sizeof joined) return 0;
    }
    size_t end = strlen(joined);
    while (end > 1 && joined[end - 1] == '/') joined[--end] = 0;
    char *slash = strrchr(joined, '/');
    const char *last = slash ? slash + 1 : joined;
    if (!strcmp(last, ".") || !strcmp(last, "..") || !*last) {
        if (!realpath(joined, whole)) return 0;
        return is_inside(whole);
    }
    char base[NAME_MAX + 1];
    if (snprintf(base, sizeof base, "%s", last) >= (int)sizeof base) return 0;
    if (!slash) strcpy(joined, ".");
    else if (slash == joined) joined[1] = 0;
    else *slash = 0;
    if (!realpath(joined, parent)) return 0;
    if (snprintf(whole, PATH_MAX, "%s/%s", parent, base) >= PATH_MAX) return 0;
    return is_inside(whole);
}

// Whether an open file lies in the folder, and what it is.
static int watched(int file, struct stat *status, char *path) {
    if (log_file < 0) return 0;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_inside(path) && fstat(file, status) == 0;
}

struct record {
    uint8_t kind;
    uint8_t unused[3];
    uint32_t path, other, data;
    uint64_t file;
    int64_t offset;
    uint64_t nanoseconds;
} __attribute__((packed));

static void keep(char kind, uint64_t file, int64_t offset, const char *path, const char *other, const void *data, size_t count) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct record head = {
        .kind = (uint8_t)kind, .path = path ? strlen(path) : 0, .other = other ? strlen(other) : 0, .data = count, .file = file,
        .offset = offset, .nanoseconds = now.tv_sec * 1000000000ull + now.tv_nsec};
    struct iovec parts[4] = {
        {&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other}, {(void *)data, count}};
    static ssize_t (*real)(int, const struct iovec *, int);
    if (!real) real = (ssize_t(*)(int, const struct iovec *, int))dlsym(RTLD_NEXT, "writev");
    if (real(log_file, parts, 4) < 0) abort();
}

// Called with the lock held, before an operation: its failure, or 0.
static int due(char kind) {
    operations++;
    if (kill_at && operations == kill_at) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    if (kind == fail_kind && ++fail_count >= fail_from) return fail_errno;
    return 0;
}

#define BEGIN int kept_errno; pthread_mutex_lock(&order)
#define END kept_errno = errno; pthread_mutex_unlock(&order); errno = kept_errno
#define REFUSE(kind) \
    int refused = due(kind); \
    if (refused) { \
        pthread_mutex_unlock(&order); \
        errno = refused; \
        return -1; \
    }

static int opening(int at, const char *name, int flags, mode_t mode) {
    static int (*real)(int, const char *, int, ...);
    if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    char path[PATH_MAX];
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) == 0 || (flags & O_TMPFILE) == O_TMPFILE || !resolve(at, name, path))
        return real(at, name, flags, mode);
    BEGIN;
    struct stat before, status;
    int existed = stat(path, &before) == 0;
    if (!existed || flags & O_TRUNC) { REFUSE(existed ? 'T' : 'C'); }
    int file = real(at, name, flags, mode);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        keep(existed ? 'B' : 'C', status.st_ino, 0, path, NULL, NULL, 0);
        if (existed && flags & O_TRUNC) keep('T', status.st_ino, 0, NULL, NULL, NULL, 0);
    }
    END;
    return file;
}

#define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
int open(const char *name, int flags, ...) { MODE return opening(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE return opening(AT_FDCWD, name, flags | O_LARGEFILE, mode); }
int openat(int at, const char *name, int flags, ...) { MODE return opening(at, name, flags, mode); }
int openat64(int at, const char *name, int flags, ...) { MODE return opening(at, name, flags | O_LARGEFILE, mode); }
int creat(const char *name, mode_t mode) { return opening(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

ssize_t write(int file, const void *bytes, size_t count) {
    struct stat status;
    char path[PATH_MAX];
    if (!watched(file, &status, path) || !S_ISREG(status.st_mode)) return real_write(file, bytes, count);
    BEGIN;
    REFUSE('W');
    int64_t offset = fcntl(file, F_GETFL) & O_APPEND ? status.st_size : lseek(file, 0, SEEK_CUR);
    ssize_t done = real_write(file, bytes, count);
    if (done > 0) keep('W', status.st_ino, offset, NULL, NULL, bytes, done);
    END;
    return done;
}

static ssize_t writing_at(int file, const void *bytes, size_t count, off_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite64");
    struct stat status;
    char path[PATH_MAX];
    if (!watched(file, &status, path)) return real(file, bytes, count, offset);
    BEGIN;
    REFUSE('W');
    ssize_t done = real(file, bytes, count, offset);
    if (done > 0) keep('W', status.st_ino, offset, NULL, NULL, bytes, done);
    END;
    return done;
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return writing_at(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return writing_at(file, bytes, count, offset); }

ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    struct stat status;
    char path[PATH_MAX];
    if (!watched(file, &status, path)) return real(file, parts, count);
    // One after the other: who writes must be ready for a part.
    for (int part = 0; part < count; part++)
        if (parts[part].iov_len) return write(file, parts[part].iov_base, parts[part].iov_len);
    return 0;
}

static int cutting(int file, off_t size) {
    static int (*real)(int, off_t);
    if (!real) real = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate64");
    struct stat status;
    char path[PATH_MAX];
    if (!watched(file, &status, path)) return real(file, size);
    BEGIN;
    REFUSE('T');
    int result = real(file, size);
    if (result == 0) keep('T', status.st_ino, size, NULL, NULL, NULL, 0);
    END;
    return result;
}
int ftruncate(int file, off_t size) { return cutting(file, size); }
int ftruncate64(int file, off64_t size) { return cutting(file, size); }

static int syncing(int file, int (*real)(int)) {
    struct stat status;
    char path[PATH_MAX];
    if (!watched(file, &status, path)) return real(file);
    BEGIN;
    char kind = S_ISDIR(status.st_mode) ? 'D' : 'S';
    REFUSE(kind);
    int result = real(file);
    if (result == 0) keep(kind, status.st_ino, 0, kind == 'D' ? path : NULL, NULL, NULL, 0);
    END;
    return result;
}
int fsync(int file) { REAL(fsync); return syncing(file, real); }
int fdatasync(int file) { REAL(fdatasync); return syncing(file, real); }

#define LACK(code) \
    if (is_plain) { \
        errno = code; \
        return -1; \
    }

// Two names, of which one at least lies in the folder.
#define TWO_NAMES(kind, from_at, from, to_at, to, call) \
    char first[PATH_MAX], second[PATH_MAX]; \
    int inside = resolve(from_at, from, first) & resolve(to_at, to, second); \
    if (!inside) return call; \
    BEGIN; \
    REFUSE(kind); \
    int result = call; \
    if (result == 0) keep(kind, 0, 0, first, second, NULL, 0); \
    END; \
    return result

int rename(const char *from, const char *to) { REAL(rename); TWO_NAMES('R', AT_FDCWD, from, AT_FDCWD, to, real(from, to)); }
int renameat(int a, const char *from, int b, const char *to) { REAL(renameat); TWO_NAMES('R', a, from, b, to, real(a, from, b, to)); }
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    REAL(renameat2);
    if (flags) LACK(EINVAL);
    TWO_NAMES('R', a, from, b, to, real(a, from, b, to, flags));
}
int link(const char *from, const char *to) { REAL(link); LACK(EPERM); TWO_NAMES('L', AT_FDCWD, from, AT_FDCWD, to, real(from, to)); }
int linkat(int a, const char *from, int b, const char *to, int flags) { REAL(linkat); LACK(EPERM); TWO_NAMES('L', a, from, b, to, real(a, from, b, to, flags)); }

#define ONE_NAME(kind, at, name, call) \
    char path[PATH_MAX]; \
    if (!resolve(at, name, path)) return call; \
    BEGIN; \
    REFUSE(kind); \
    int result = call; \
    if (result == 0) keep(kind, 0, 0, path, NULL, NULL, 0); \
    END; \
    return result

int unlink(const char *name) { REAL(unlink); ONE_NAME('U', AT_FDCWD, name, real(name)); }
int unlinkat(int at, const char *name, int flags) {
    REAL(unlinkat);
    ONE_NAME((flags & AT_REMOVEDIR ? 'X' : 'U'), at, name, real(at, name, flags));
}
int remove(const char *name) {
    struct stat status;
    return lstat(name, &status) == 0 && S_ISDIR(status.st_mode) ? rmdir(name) : unlink(name);
}
int mkdir(const char *name, mode_t mode) { REAL(mkdir); ONE_NAME('M', AT_FDCWD, name, real(name, mode)); }
int rmdir(const char *name) { REAL(rmdir); ONE_NAME('X', AT_FDCWD, name, real(name)); }
