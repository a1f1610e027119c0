// SPDX-License-Identifier: MIT
// Linked into releases in place of the 34 MB of languages, calendars and time zones that come with Foundation's copy of ICU.
// The program asks for nothing of them: its times are UTC, its numbers and words its own. This is ICU's own form of a data
// package without entries (icu4c/source/stubdata), under the name that Scripts/release finds in the toolchain.
#include <stdint.h>

struct data_package {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size, reserved;
    uint8_t is_big_endian, charset_family, char_size, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4];
    uint8_t padding[8];
    uint32_t entry_count, reserved_count;
};

__attribute__((aligned(16))) const struct data_package ICU_DATA = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .char_size = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
