// SPDX-License-Identifier: MIT
// Syscall User Dispatch (Linux's Documentation/admin-guide/syscall-user-dispatch.rst): while the thread's selector
// says so, the kernel turns each of its system calls into SIGSYS. The handler counts it, makes the call, and returns.
#define _GNU_SOURCE
#include "RenderWatchThread.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <pthread.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#define PR_SYS_DISPATCH_ON 1
#endif
enum { ALLOW = 0, BLOCK = 1 };

static __thread volatile char selector;

// The only system calls that the kernel lets through while the selector says BLOCK are made between these two labels:
// the one that makes an intercepted call, and the return from the handler (which must be allowed with BLOCK set, as
// nothing can set it afterwards).
long watch_call(long number, const greg_t *registers);
void watch_restorer(void);
extern char watch_allowed_begin[], watch_allowed_end[];

__asm__(
    ".pushsection .text\n"
    ".globl watch_allowed_begin, watch_allowed_end, watch_call, watch_restorer\n"
    ".hidden watch_allowed_begin, watch_allowed_end, watch_call, watch_restorer\n"
    "watch_allowed_begin:\n"
    ".type watch_call, @function\n"
    "watch_call:\n"
    "  movq %rdi, %rax\n"
    "  movq %rsi, %r11\n"
    "  movq 64(%r11), %rdi\n"  // REG_RDI is the 8th
    "  movq 72(%r11), %rsi\n"  // REG_RSI the 9th
    "  movq 96(%r11), %rdx\n"  // REG_RDX the 12th
    "  movq 16(%r11), %r10\n"  // REG_R10 the 2nd
    "  movq 0(%r11), %r8\n"    // REG_R8 the 0th
    "  movq 8(%r11), %r9\n"    // REG_R9 the 1st
    "  syscall\n"
    "  ret\n"
    ".type watch_restorer, @function\n"
    "watch_restorer:\n"
    "  movq $15, %rax\n"  // rt_sigreturn
    "  syscall\n"
    "  ud2\n"  // the kernel looks at the address after the call, which must lie before the end
    "watch_allowed_end:\n"
    ".popsection\n");

_Static_assert(REG_RDI == 8 && REG_RSI == 9 && REG_RDX == 12 && REG_R10 == 2 && REG_R8 == 0 && REG_R9 == 1,
               "the offsets above are those of greg_t");

static void intercept(int signal, siginfo_t *info, void *context) {
    (void)signal;
    ucontext_t *user = context;
    watch_thread.counts.system_calls += 1;
    if (watch_thread.counts.first_system_call < 0) watch_thread.counts.first_system_call = info->si_syscall;
    if (watch_thread.calls_by_number && info->si_syscall >= 0 && info->si_syscall < WATCH_CALL_NUMBERS)
        watch_thread.calls_by_number[info->si_syscall] += 1;
    // The call's own result, error numbers included, is what the interrupted code finds in its register.
    user->uc_mcontext.gregs[REG_RAX] = watch_call(info->si_syscall, user->uc_mcontext.gregs);
}

// As the kernel takes it; the C library's sigaction would put its own restorer, outside the allowed range.
struct kernel_sigaction {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
};

static void install(void) {
    struct kernel_sigaction action = {
        .handler = intercept,
        .flags = SA_SIGINFO | SA_NODEFER | 0x04000000 /* SA_RESTORER */,
        .restorer = watch_restorer,
    };
    syscall(SYS_rt_sigaction, SIGSYS, &action, NULL, sizeof action.mask);
}

// A thread of a pool may have SIGSYS blocked, and a blocked SIGSYS kills.
static __thread sigset_t mask_before;

static void open_to_signal(void) {
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGSYS);
    pthread_sigmask(SIG_UNBLOCK, &own, &mask_before);
}

bool watch_system_calls(bool on) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!on) {
        selector = ALLOW;
        bool done = prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0) == 0;
        pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
        return done;
    }
    pthread_once(&once, install);
    open_to_signal();
    selector = ALLOW;
    if (prctl(
            PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, watch_allowed_begin,
            (unsigned long)(watch_allowed_end - watch_allowed_begin), &selector) != 0) {
        pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
        return false;
    }
    selector = BLOCK;
    return true;
}

#else

bool watch_system_calls(bool on) {
    (void)on;
    return false;
}

#endif
