// libcurl as Swift sees it. Its setters and getters are variadic macros, which Swift cannot call:
// each wrapper here fixes the type of the last argument.
#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// Options of a transfer: curl_easy_setopt(3).

static inline CURLcode curl_shim_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_large(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(easy, option, list);
}

// Callbacks of a transfer.

static inline CURLcode curl_shim_set_data_callback(CURL *easy, CURLoption option,
                                                   curl_write_callback callback) {
  return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode curl_shim_set_seek_callback(CURL *easy, curl_seek_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode curl_shim_set_progress_callback(CURL *easy,
                                                       curl_xferinfo_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback);
}

static inline CURLcode curl_shim_set_connected_callback(CURL *easy,
                                                        curl_prereq_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode curl_shim_set_socket_callback(CURL *easy, curl_sockopt_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, callback);
}

static inline CURLcode curl_shim_set_opening_callback(CURL *easy,
                                                      curl_opensocket_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

// What is known about a transfer: curl_easy_getinfo(3).

static inline CURLcode curl_shim_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_shim_get_large(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

// OpenSSL's object for the connection of a transfer (SSL *): CURLINFO_TLS_SSL_PTR(3). NULL without
// one, or if libcurl uses another library.
static inline void *curl_shim_get_tls(CURL *easy) {
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
  return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

// Options of a multi handle: curl_multi_setopt(3).

static inline CURLMcode curl_shim_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// CURLVERSION_NOW is a macro whose value Swift does not see.

static inline const curl_version_info_data *curl_shim_version_info(void) {
  return curl_version_info(CURLVERSION_NOW);
}

// How much freed memory the C library keeps: mallopt(3), which Swift's module of it leaves out.

static inline void curl_shim_keep_memory(int bytes, int largest) {
  mallopt(M_TRIM_THRESHOLD, bytes);
  mallopt(M_MMAP_THRESHOLD, largest);
}

// A descriptor with which one thread wakes up another: eventfd(2).
static inline int curl_shim_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Names the calling thread, at most 15 bytes: prctl(2).
static inline void curl_shim_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
