#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <stdarg.h>
#include <stdio.h>

// alsa-lib reports through a variadic handler, which Swift can neither write nor name. Each thread keeps its last
// message. Use these three from one Swift file: static data is one copy for each file in a debug build.
static __thread char calsa_last_message[512];

static inline void calsa_keep_message(
    const char *file, int line, const char *function, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(calsa_last_message, sizeof calsa_last_message, format, arguments);
    va_end(arguments);
}

/// Keeps alsa-lib's messages instead of printing them, in the whole process.
static inline void calsa_keep_messages(void) { snd_lib_error_set_handler(calsa_keep_message); }

/// The calling thread's last message since it was forgotten; empty when there is none.
static inline const char *calsa_message(void) { return calsa_last_message; }
static inline void calsa_forget_message(void) { calsa_last_message[0] = 0; }
