// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// One file of the page, as it stands in the program file: the folder `page` beside the sources.
struct amaoto_page_file {
    const char *name;
    const unsigned char *begin;
    const unsigned char *end;
};

// The files, and how many there are.
const struct amaoto_page_file *amaoto_page_files(void);
size_t amaoto_page_file_count(void);
