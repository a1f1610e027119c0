// SPDX-License-Identifier: MIT
// Puts the database into the program file, so that one binary is all there is to install.
    .section .rodata
    .balign 16
    .global amaoto_greater_tokyo
amaoto_greater_tokyo:
    .incbin "greater-tokyo.sqlite"
    .global amaoto_greater_tokyo_end
amaoto_greater_tokyo_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
