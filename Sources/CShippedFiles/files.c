// SPDX-License-Identifier: MIT
#include "CShippedFiles.h"
#include "files.h"

#define DECLARE(symbol, path) \
    extern const unsigned char amaoto_file_##symbol[]; \
    extern const unsigned char amaoto_file_##symbol##_end[];
FILES(DECLARE)

#define ENTRY(symbol, path) {path, amaoto_file_##symbol, amaoto_file_##symbol##_end},
static const struct amaoto_file files[] = {FILES(ENTRY)};

const struct amaoto_file *amaoto_files(void) { return files; }
size_t amaoto_file_count(void) { return sizeof files / sizeof files[0]; }
