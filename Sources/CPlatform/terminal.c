// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static pthread_once_t locale_once = PTHREAD_ONCE_INIT;
static locale_t unicode = (locale_t)0;

static void open_locale(void) { unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int cterminal_width(uint32_t scalar) {
    pthread_once(&locale_once, open_locale);
    if (unicode == (locale_t)0) return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) ? -1 : 1;
    locale_t before = uselocale(unicode);
    int width = wcwidth((wchar_t)scalar);
    uselocale(before);
    return width;
}

// Read by the handler, which may run on any thread: complete before `guarded` says so.
static int terminal;
static struct termios original;
static char leaving[128];
static size_t leaving_length;
static atomic_int guarded;

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT};

// Only calls that are safe in a signal handler.
void cterminal_restore(void) {
    if (!atomic_exchange(&guarded, 0)) return;
    int saved = errno;
    ssize_t written = write(terminal, leaving, leaving_length);
    (void)written;
    tcsetattr(terminal, TCSANOW, &original);
    errno = saved;
}

// SA_RESETHAND has put the default back, so the signal then does its work.
static void crashed(int number) {
    cterminal_restore();
    raise(number);
}

void cterminal_guard(int descriptor, const struct termios *modes, const char *sequence, size_t length) {
    atomic_store(&guarded, 0);
    terminal = descriptor;
    original = *modes;
    leaving_length = length < sizeof leaving ? length : sizeof leaving;
    memcpy(leaving, sequence, leaving_length);
    atomic_store(&guarded, 1);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = crashed;
    action.sa_flags = SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) sigaction(crashes[index], &action, NULL);
}

void cterminal_unguard(void) { atomic_store(&guarded, 0); }
