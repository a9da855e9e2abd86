// The formatted output of libcurl, in place of its file mprintf.c.
//
// libcurl formats most parts of a request, and calls a function for each byte: an eighth of the
// instructions of a call. Here, texts and whole numbers are copied, and the C library formats the
// rest.
#include <curl/mprintf.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dynbuf;
int Curl_dyn_addn(struct dynbuf *text, const void *bytes, size_t count);
void Curl_dyn_free(struct dynbuf *text);
int Curl_dyn_vprintf(struct dynbuf *text, const char *format, va_list values);

// Writes the digits of a number before `end`, and returns where they begin.
static char *digits(char *end, long number) {
  unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;
  do {
    *--end = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0) *--end = '-';
  return end;
}

// Formats %s, %d and %ld as vsnprintf(3) does. Returns -1 for what it leaves to vsnprintf.
static int simple(char *text, size_t size, const char *format, va_list values) {
  size_t length = 0;
  while (*format) {
    char number[24];
    const char *part = format;
    size_t count = strcspn(format, "%");
    if (count > 0) {
      format += count;
    } else if (format[1] == 's') {
      part = va_arg(values, const char *);
      if (!part) return -1;
      count = strlen(part);
      format += 2;
    } else {
      const bool is_long = format[1] == 'l';
      if (format[1 + is_long] != 'd') return -1;
      part = digits(number + sizeof number, is_long ? va_arg(values, long) : va_arg(values, int));
      count = (size_t)(number + sizeof number - part);
      format += 2 + is_long;
    }
    if (length < size) memcpy(text + length, part, count < size - length ? count : size - length);
    length += count;
  }
  if (length > INT_MAX) return -1;
  if (size > 0) text[length < size ? length : size - 1] = 0;
  return (int)length;
}

// Formats into `space` or, where that is too small, into memory that the caller frees. Returns NULL
// without memory, or if the format is not valid.
static char *formatted(char *space, size_t size, int *count, const char *format, va_list values) {
  va_list again;
  va_copy(again, values);
  *count = simple(space, size, format, again);
  va_end(again);
  if (*count < 0) {
    va_copy(again, values);
    *count = vsnprintf(space, size, format, again);
    va_end(again);
  }
  if (*count < 0 || (size_t)*count < size) return *count < 0 ? NULL : space;
  char *text = malloc((size_t)*count + 1);
  if (text) vsnprintf(text, (size_t)*count + 1, format, values);
  return text;
}

// Appends to a buffer of libcurl. Returns 0, or 1 after the buffer has been freed.
int Curl_dyn_vprintf(struct dynbuf *buffer, const char *format, va_list values) {
  char space[512];
  int count;
  char *text = formatted(space, sizeof space, &count, format, values);
  bool is_done = false;
  if (text) {
    is_done = Curl_dyn_addn(buffer, text, (size_t)count) == 0;
  } else {
    Curl_dyn_free(buffer);
  }
  if (text != space) free(text);
  return !is_done;
}

char *curl_mvaprintf(const char *format, va_list values) {
  char space[512];
  int count;
  char *text = formatted(space, sizeof space, &count, format, values);
  return text == space ? strdup(text) : text;
}

// Unlike vsnprintf(3), it returns how many bytes it has written.
int curl_mvsnprintf(char *text, size_t size, const char *format, va_list values) {
  va_list again;
  va_copy(again, values);
  int count = simple(text, size, format, again);
  va_end(again);
  if (count < 0) count = vsnprintf(text, size, format, values);
  if (count < 0 || size == 0) return 0;
  return (size_t)count < size ? count : (int)size - 1;
}

int curl_mvsprintf(char *text, const char *format, va_list values) {
  return vsprintf(text, format, values);
}

int curl_mvfprintf(FILE *file, const char *format, va_list values) {
  return vfprintf(file, format, values);
}

int curl_mvprintf(const char *format, va_list values) { return vprintf(format, values); }

#define WITH_VALUES(type, call) \
  va_list values; \
  va_start(values, format); \
  type result = call; \
  va_end(values); \
  return result

char *curl_maprintf(const char *format, ...) {
  WITH_VALUES(char *, curl_mvaprintf(format, values));
}

int curl_msnprintf(char *text, size_t size, const char *format, ...) {
  WITH_VALUES(int, curl_mvsnprintf(text, size, format, values));
}

int curl_msprintf(char *text, const char *format, ...) {
  WITH_VALUES(int, vsprintf(text, format, values));
}

int curl_mfprintf(FILE *file, const char *format, ...) {
  WITH_VALUES(int, vfprintf(file, format, values));
}

int curl_mprintf(const char *format, ...) { WITH_VALUES(int, vprintf(format, values)); }
