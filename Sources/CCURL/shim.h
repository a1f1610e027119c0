// SPDX-License-Identifier: MIT
// Swift calls no function with a variable number of arguments, so each type of option has a function of its own.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *pointer) {
    return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode ccurl_set_writer(CURL *handle, size_t (*writer)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
}

static inline CURLcode ccurl_set_progress(
    CURL *handle, int (*progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

/// The status of the last answer; 0 before any.
static inline long ccurl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
