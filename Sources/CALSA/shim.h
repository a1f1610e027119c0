// SPDX-License-Identifier: MIT
#include <alsa/asoundlib.h>

// alsa-lib reports through a variadic handler, which Swift can neither write nor name; it stands in CRealtime, since a
// header cannot hold the message that it keeps.
void crealtime_keep_message(const char *file, int line, const char *function, int code, const char *format, ...);

/// Keeps alsa-lib's messages instead of printing them, in the whole process.
static inline void calsa_keep_messages(void) { snd_lib_error_set_handler(crealtime_keep_message); }
