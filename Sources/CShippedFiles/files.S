// SPDX-License-Identifier: MIT
// Puts the files into the program file, so that one binary is all there is to install.
#include "files.h"

    .macro shipped symbol, path
    .balign 16
    .global amaoto_file_\symbol
amaoto_file_\symbol:
    .incbin "\path"
    .global amaoto_file_\symbol\()_end
amaoto_file_\symbol\()_end:
    .byte 0
    .endm

#define SHIP(symbol, path) shipped symbol, path;

    .section .rodata
    FILES(SHIP)
    .section .note.GNU-stack,"",@progbits
