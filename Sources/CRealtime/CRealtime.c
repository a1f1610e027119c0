#define _GNU_SOURCE
#include "CRealtime.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int crealtime_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int crealtime_thread_id(void) { return gettid(); }

void crealtime_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
