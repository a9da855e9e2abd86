// Prints the tokens of a window, which need no checks any more.
#include "CJSONScan.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define NONE SIZE_MAX

/// Writes 16 bytes at a time, up to 15 more than are needed.
INLINE uint8_t *break_line(uint8_t *out, size_t depth) {
  *out++ = '\n';
  memset(out, ' ', 16);
  for (size_t written = 16; written < 2 * depth; written += 16) memset(out + written, ' ', 16);
  return out + 2 * depth;
}

/// Copies 16 bytes at a time where that many can be read.
INLINE uint8_t *copy(uint8_t *out, const uint8_t *from, size_t count, const uint8_t *end) {
  if ((size_t)(end - from) < count + 16 || count > 64) {
    memcpy(out, from, count);
  } else {
    memcpy(out, from, 16);
    for (size_t copied = 16; copied < count; copied += 16) memcpy(out + copied, from + copied, 16);
  }
  return out + count;
}

/// The length of a scalar after which there may be white space.
INLINE size_t scalar_length(const uint8_t *start, const uint8_t *end) {
  while (end > start + 1 && end[-1] <= ' ') end--;
  return (size_t)(end - start);
}

INLINE enum apicall_json_kind kind_of(uint8_t byte, bool is_key) {
  switch (byte) {
  case '"': return is_key ? APICALL_JSON_KEY : APICALL_JSON_STRING;
  case 't':
  case 'f': return APICALL_JSON_BOOLEAN;
  case 'n': return APICALL_JSON_NULL;
  default: return APICALL_JSON_NUMBER;
  }
}

INLINE struct apicall_json_run run_to(const uint8_t *out, const struct apicall_json_layout *layout,
                                      enum apicall_json_kind kind) {
  return (struct apicall_json_run){(uint32_t)(out - layout->out), kind};
}

INLINE bool print(struct apicall_json_layout *layout, const struct apicall_json_window *window,
                  const uint8_t *bytes, size_t count, bool has_runs) {
  uint8_t *out = layout->out + layout->written, *const out_end = layout->out + layout->room;
  const uint8_t *const end = bytes + count;
  const uint8_t *start = layout->start == NONE ? NULL : bytes + layout->start;
  struct apicall_json_run *run = layout->runs + layout->run_count;
  size_t depth = layout->depth, word = layout->next, words = (window->read + 63) / 64;
  bool is_first = layout->is_first, is_done = false;
  for (; word < words; word++) {
    uint64_t tokens = window->tokens[word];
    if (!tokens) continue;
    const uint8_t *block = bytes + 64 * word;
    // Each token may begin a line, of which one may be as deep as all of them.
    size_t most = (size_t)__builtin_popcountll(tokens), deepest = depth + most;
    if (deepest > APICALL_JSON_DEPTH) deepest = APICALL_JSON_DEPTH;
    size_t held = start ? (size_t)(block - start) : 0;
    if ((size_t)(out_end - out) < held + 64 + most * (2 * deepest + 4) + 32) goto end;
    if (has_runs && layout->run_room - (size_t)(run - layout->runs) < 2 * most + 1) goto end;
    if (start) {
      out = copy(out, start, scalar_length(start, block + __builtin_ctzll(tokens)), end);
      if (has_runs) *run++ = run_to(out, layout, layout->kind);
      start = NULL;
    }
    do {
      const uint8_t *place = block + __builtin_ctzll(tokens);
      uint8_t byte = *place;
      tokens &= tokens - 1;
      if (byte == ',') {
        *out++ = ',';
        out = break_line(out, depth);
      } else if (byte == ':') {
        *out++ = ':';
        *out++ = ' ';
      } else if ((byte | 0x20) == '}') {
        depth--;
        if (!is_first) out = break_line(out, depth);
        is_first = false;
        *out++ = byte;
      } else {
        if (is_first) out = break_line(out, depth);
        is_first = (byte | 0x20) == '{';
        if (is_first) {
          *out++ = byte;
          depth++;
          continue;
        }
        if (has_runs) {
          bool is_key = window->keys[word] >> (place - block) & 1;
          layout->kind = kind_of(byte, is_key);
          *run++ = run_to(out, layout, APICALL_JSON_PLAIN);
        }
        if (!tokens) {
          start = place;
          break;
        }
        out = copy(out, place, scalar_length(place, block + __builtin_ctzll(tokens)), end);
        if (has_runs) *run++ = run_to(out, layout, layout->kind);
      }
    } while (tokens);
  }
  is_done = true;
  if (start) {
    const uint8_t *last = bytes + window->read;
    bool is_open = window->place.in_string;
    size_t length = is_open ? (size_t)(last - start) : scalar_length(start, last);
    is_done = (size_t)(out_end - out) >= length + 16 &&
              (!has_runs || (size_t)(run - layout->runs) < layout->run_room);
    if (!is_done) goto end;
    out = copy(out, start, length, end);
    if (has_runs && !is_open) *run++ = run_to(out, layout, layout->kind);
  }
end:
  layout->next = word;
  layout->start = start ? (size_t)(start - bytes) : NONE;
  layout->depth = (uint32_t)depth;
  layout->is_first = is_first;
  layout->written = (size_t)(out - layout->out);
  layout->run_count = (size_t)(run - layout->runs);
  return is_done;
}

bool apicall_json_print(struct apicall_json_layout *layout, const struct apicall_json_window *window,
                        const uint8_t *bytes, size_t count) {
  return layout->runs ? print(layout, window, bytes, count, true)
                      : print(layout, window, bytes, count, false);
}
