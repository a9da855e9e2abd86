// Checks JSON in windows, of which every byte has a bit in several masks, and prints it.
#ifndef APICALL_CJSONSCAN_H
#define APICALL_CJSONSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of bytes that are read at a time.
#define APICALL_JSON_BLOCK 64
/// The most bytes of a window.
#define APICALL_JSON_WINDOW 8192
/// The deepest nesting that a window may reach.
#define APICALL_JSON_DEPTH 63

/// The code that reads the windows.
enum apicall_json_path {
  /// The fastest one that the processor has.
  APICALL_JSON_BEST,
  /// C without instructions of one kind of processor.
  APICALL_JSON_PORTABLE,
  APICALL_JSON_SSE2,
  APICALL_JSON_AVX2,
};

/// What the text before a byte allows there. It does not end within a number, a literal, an escape
/// or a UTF-8 sequence.
struct apicall_json_place {
  /// The last token was a scalar or a closing bracket.
  bool after_value;
  /// The last token was an opening bracket.
  bool after_opening;
  /// The last token was an opening brace, or a comma in an object.
  bool before_key;
  /// The last token was a key.
  bool after_key;
  /// The last token was a string that has not ended.
  bool in_string;
  /// That string has escapes.
  bool has_escapes;
};

/// A window: what was known before it, and what was found in it.
struct apicall_json_window {
  struct apicall_json_place place;
  /// The open arrays and objects: a bit that is set, and below it one for each, set for an object.
  /// The innermost one is the lowest.
  uint64_t nesting;
  /// The most open arrays and objects, up to APICALL_JSON_DEPTH.
  uint32_t limit;

  /// The shallowest nesting in it, as a number of the same kind.
  uint64_t shallowest;
  /// The number of bytes that were read; the place and the fields below hold for these bytes.
  uint32_t read;
  /// The number of line breaks.
  uint32_t lines;
  /// The number of bytes up to the last line break, and with it.
  uint32_t line_start;
  /// The number of UTF-8 continuation bytes after it.
  uint32_t continuations;
  /// A bit for the first byte of each token.
  uint64_t *tokens;
  /// A bit for the first byte of each key.
  uint64_t *keys;
  /// A bit for the closing quote of each string with escapes.
  uint64_t *escapes;
};

/// Reads a window; the count is a multiple of 64.
///
/// Not read are a number, a literal, an escape or a UTF-8 sequence that its end cuts, and what is
/// after the end of the value.
///
/// Returns false if there is an error, or if something has to be read byte by byte: the other fields
/// have no meaning then.
bool apicall_json_read(struct apicall_json_window *window, const uint8_t *bytes, size_t count,
                       enum apicall_json_path path);

/// The kinds of the parts of an output.
enum apicall_json_kind {
  APICALL_JSON_PLAIN,
  APICALL_JSON_KEY,
  APICALL_JSON_STRING,
  APICALL_JSON_NUMBER,
  APICALL_JSON_BOOLEAN,
  APICALL_JSON_NULL,
};

/// A part of the output of one kind, which begins where the previous one ends, and may be empty.
struct apicall_json_run {
  uint32_t end;
  enum apicall_json_kind kind;
};

/// How far the tokens of a window have been printed, one member or element a line.
struct apicall_json_layout {
  /// The output: its memory, and the bytes in use.
  uint8_t *out;
  size_t room, written;
  /// The runs of the output; NULL if nobody needs them.
  struct apicall_json_run *runs;
  size_t run_room, run_count;

  /// The next word of the tokens to look at.
  size_t next;
  /// The scalar that is not printed yet, if its end was not in a window: SIZE_MAX if there is none.
  size_t start;
  /// The kind of that scalar.
  enum apicall_json_kind kind;
  /// The number of arrays and objects that are open in the output.
  uint32_t depth;
  /// The last of them is empty so far.
  bool is_first;
};

/// Prints the tokens of a window without errors; `count` bytes may be read.
///
/// Returns false if there is not enough room for the rest: the next call goes on with it. That needs
/// at most 20 KiB and 129 runs.
bool apicall_json_print(struct apicall_json_layout *layout, const struct apicall_json_window *window,
                        const uint8_t *bytes, size_t count);

/// Returns whether this processor has the instructions of a path.
bool apicall_json_has(enum apicall_json_path path);

#endif
