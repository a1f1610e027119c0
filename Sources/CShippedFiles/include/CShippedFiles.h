// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>

// One file in the program file: the shipped railway database, a file of the studio's page or a preset.
struct amaoto_file {
    // Its path in the folder of this module.
    const char *path;
    const unsigned char *begin;
    const unsigned char *end;
};

// The files, and how many there are.
const struct amaoto_file *amaoto_files(void);
size_t amaoto_file_count(void);
