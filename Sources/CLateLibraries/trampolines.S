// SPDX-License-Identifier: MIT
// A function of each name in functions.h that jumps to where its slot points: at first to the loading of the library, with every
// register kept that may hold an argument, then to the library's own function. Hidden, so that no library calls them. Other
// processors than x86-64 load the libraries at the start.

#if defined(__x86_64__)
    .macro trampoline name
    .globl \name
    .hidden \name
    .type \name, @function
\name:
    jmp *late_slot_\name(%rip)
    .size \name, . - \name
    .globl late_first_\name
    .hidden late_first_\name
late_first_\name:
    leaq late_slot_\name(%rip), %r11
    jmp load_and_call
    .endm

    .text
    .type load_and_call, @function
load_and_call:
    .cfi_startproc
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %r8
    pushq %r9
    pushq %rax
    pushq %r11
    subq $136, %rsp
    .cfi_def_cfa_offset 208
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    movaps %xmm\i, 16*\i(%rsp)
    .endr
    movq %r11, %rdi
    call late_load
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    movaps 16*\i(%rsp), %xmm\i
    .endr
    addq $136, %rsp
    popq %r11
    popq %rax
    popq %r9
    popq %r8
    popq %rcx
    popq %rdx
    popq %rsi
    popq %rdi
    .cfi_def_cfa_offset 8
    jmp *(%r11)
    .cfi_endproc
    .size load_and_call, . - load_and_call

#define LIBRARY(file, package)
#define FUNCTION(name) trampoline name;
#include "functions.h"
#endif
    .section .note.GNU-stack, "", %progbits
