// How a window is checked. A test of vectors makes a mask: a bit for each of 64 bytes. The grammar
// is checked on masks, mostly without branches, which a processor could not predict: the sum of two
// masks carries a bit from one token to the next one, or over the digits of a number. The last bit
// is carried to the next block.
//
// The idea of such masks is from Langdale and Lemire, Parsing Gigabytes of JSON per Second, 2019.
#include "CJSONScan.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif

// The masks are made for words whose lowest byte comes first in memory.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HAS_PORTABLE 1
#else
#define HAS_PORTABLE 0
#endif

// In one function, the steps would need more registers than there are.
#define STEP static __attribute__((noinline))
#define INLINE static inline __attribute__((always_inline))

/// The masks of 64 bytes, without what is in strings.
struct block {
  /// Opening quotes.
  uint64_t quotes;
  uint64_t commas, colons, opening, closing, breaks;
  /// Brackets that are braces, and other bytes.
  uint64_t braces;
  /// The bytes of numbers and literals, and the first of each.
  uint64_t scalars, firsts;
  /// UTF-8 continuation bytes.
  uint64_t continuing;
  /// Bytes at which something is wrong.
  uint64_t bad;
};

/// What the steps find in a window.
struct findings {
  struct block blocks[APICALL_JSON_WINDOW / 64];
  size_t count;
  /// Whether the last byte is in a string, in a number or a literal, or in a UTF-8 sequence.
  bool in_string, in_scalar, in_sequence;
  /// Whether the last token before the window was an opening bracket.
  bool began_after_opening;
  /// The place of an escape that continues after the window.
  size_t cut;
};

/// The token after each token in `of`: adding a bit to the ones between them carries it there.
INLINE uint64_t next(uint64_t tokens, uint64_t of, uint64_t *carry) {
  uint64_t sum;
  bool overflow = __builtin_add_overflow(of << 1 | *carry, ~tokens, &sum);
  *carry = of >> 63 | overflow;
  return sum & tokens;
}

/// Moves each bit to the next byte.
INLINE uint64_t following(uint64_t of, uint64_t *carry) {
  uint64_t moved = of << 1 | *carry;
  *carry = of >> 63;
  return moved;
}

/// The byte after each run of digits that begins at one of the bits.
INLINE uint64_t after_digits(uint64_t starts, uint64_t digits, uint64_t *carry) {
  uint64_t sum;
  *carry = __builtin_add_overflow(starts | *carry, digits, &sum);
  return sum & ~digits;
}

/// The bytes that may follow a backslash; 2 for the one with four hexadecimal digits.
static const uint8_t escapes[256] = {
    ['"'] = 1, ['\\'] = 1, ['/'] = 1, ['b'] = 1, ['f'] = 1,
    ['n'] = 1, ['r'] = 1,  ['t'] = 1, ['u'] = 2,
};

static bool is_hexadecimal(uint8_t byte) {
  return (uint8_t)(byte - '0') < 10 || (uint8_t)((byte | 0x20) - 'a') < 6;
}

static bool is_space(uint8_t byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/// Whether a backslash begins an escape. The place of one that the window cuts becomes `cut`.
static bool is_escape(const uint8_t *bytes, size_t place, size_t count, size_t *cut) {
  size_t end = place + 2;
  if (end <= count) {
    uint8_t kind = escapes[bytes[place + 1]];
    if (kind != 2) return kind;
    end = place + 6;
  }
  for (size_t next = place + 2; next < end && next < count; next++) {
    if (!is_hexadecimal(bytes[next])) return false;
  }
  if (end > count) *cut = place;
  return true;
}

/// The length of the literal at a place, as far as it is in the window; 0 if there is none.
INLINE size_t literal_length(const uint8_t *bytes, size_t place, size_t count) {
  bool is_false = bytes[place] == 'f';
  // All three end with four bytes that need one comparison.
  const char *rest = is_false ? "alse" : bytes[place] == 't' ? "true" : "null";
  size_t skipped = is_false ? 1 : 0, left = count - place - skipped;
  if (left < 4) return memcmp(bytes + place + skipped, rest, left) ? 0 : left + skipped;
  return memcmp(bytes + place + skipped, rest, 4) ? 0 : 4 + skipped;
}

/// Whether the second byte of a UTF-8 sequence is within the limits that the first one sets
/// (RFC 3629, section 4). That it is a continuation byte is checked elsewhere.
static bool is_sequence(const uint8_t *bytes, size_t place, size_t count) {
  uint8_t second = place + 1 < count ? bytes[place + 1] : 0;
  switch (bytes[place]) {
  case 0xe0: return second == 0 || second >= 0xa0;
  case 0xed: return second < 0xa0;
  case 0xf0: return second == 0 || second >= 0x90;
  case 0xf4: return second < 0x90;
  default: return bytes[place] > 0xf0 && bytes[place] < 0xf4;
  }
}

/// Keeps the bits of the first bytes.
static void keep_first(struct block *masks, uint64_t count) {
  uint64_t kept = ~0ull >> (64 - count), *fields = (uint64_t *)masks;
  for (size_t index = 0; index < sizeof *masks / sizeof kept; index++) fields[index] &= kept;
}

/// Leaves out the beginning of something that may continue after the window, and notes the place.
static bool end_window(struct apicall_json_window *window, const uint8_t *bytes,
                       const struct findings *found) {
  if (window->nesting == 1) return true;
  struct apicall_json_place *place = &window->place;
  size_t end = window->read;
  if (found->in_scalar) {
    size_t word = found->count - 1;
    while (word > 0 && !window->tokens[word]) word--;
    if (!window->tokens[word]) return false;
    size_t bit = 63 - (size_t)__builtin_clzll(window->tokens[word]);
    window->tokens[word] ^= 1ull << bit;
    end = word * 64 + bit;
    size_t before = end;
    while (before > 0 && is_space(bytes[before - 1])) before--;
    place->after_opening = before > 0 ? bytes[before - 1] == '[' : found->began_after_opening;
    place->after_value = place->before_key = place->after_key = false;
  } else if (found->in_string) {
    place->in_string = true;
    if (found->cut < end) end = found->cut;
    if (found->in_sequence) {
      while (bytes[--end] < 0xc0) window->continuations--;
    }
  }
  window->read = (uint32_t)end;
  return end > 0;
}

#if HAS_PORTABLE
#define WIDTH 16
#define PATH _portable
typedef uint8_t lanes_portable __attribute__((vector_size(16)));
#define LANES lanes_portable
INLINE uint64_t bits_portable(lanes_portable test) {
  // Each byte of a word keeps the bit of its own place, so that their sum is their mask.
  const lanes_portable own = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint64_t words[2];
  test &= own;
  memcpy(words, &test, 16);
  const uint64_t sums = 0x0101010101010101;
  return words[0] * sums >> 56 | words[1] * sums >> 56 << 8;
}
#define BITS bits_portable
#define PREFIX prefix_shifting
INLINE uint64_t prefix_shifting(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}
#include "window.h"
#endif

#if defined(__x86_64__)
#undef PATH
#undef LANES
#undef BITS
#define PATH _sse2
#define LANES lanes_sse2
typedef uint8_t lanes_sse2 __attribute__((vector_size(16)));
#define BITS bits_sse2
INLINE uint64_t bits_sse2(lanes_sse2 test) {
  return (uint32_t)_mm_movemask_epi8((__m128i)test);
}
#include "window.h"

#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt,pclmul"))), apply_to = function)
#undef WIDTH
#undef PATH
#undef LANES
#undef BITS
#undef PREFIX
#define WIDTH 32
#define PATH _avx2
#define LANES lanes_avx2
typedef uint8_t lanes_avx2 __attribute__((vector_size(32)));
#define BITS bits_avx2
INLINE uint64_t bits_avx2(lanes_avx2 test) {
  return (uint32_t)_mm256_movemask_epi8((__m256i)test);
}
#define PREFIX prefix_multiplying
INLINE uint64_t prefix_multiplying(uint64_t bits) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8(-1), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}
#include "window.h"
#pragma clang attribute pop
#endif

bool apicall_json_has(enum apicall_json_path path) {
  switch (path) {
  case APICALL_JSON_BEST:
  case APICALL_JSON_PORTABLE: return HAS_PORTABLE;
#if defined(__x86_64__)
  case APICALL_JSON_SSE2: return true;
  case APICALL_JSON_AVX2:
#if __has_include(<sys/platform/x86.h>)
    // Asking the C library is cheaper than the processor, which takes 7 microseconds in a virtual
    // machine.
    return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) && CPU_FEATURE_ACTIVE(POPCNT) &&
           CPU_FEATURE_ACTIVE(PCLMULQDQ);
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
#endif
#endif
  default: return false;
  }
}

bool apicall_json_read(struct apicall_json_window *window, const uint8_t *bytes, size_t count,
                       enum apicall_json_path path) {
  if (count == 0 || count > APICALL_JSON_WINDOW || count % 64 || window->nesting < 2 ||
      window->limit > APICALL_JSON_DEPTH)
    return false;
  if (path == APICALL_JSON_BEST) {
    path = apicall_json_has(APICALL_JSON_AVX2)   ? APICALL_JSON_AVX2
           : apicall_json_has(APICALL_JSON_SSE2) ? APICALL_JSON_SSE2
                                                 : APICALL_JSON_PORTABLE;
  }
  if (!apicall_json_has(path)) return false;
  switch (path) {
#if defined(__x86_64__)
  case APICALL_JSON_AVX2: return read_avx2(window, bytes, count);
  case APICALL_JSON_SSE2: return read_sse2(window, bytes, count);
#endif
#if HAS_PORTABLE
  case APICALL_JSON_PORTABLE: return read_portable(window, bytes, count);
#endif
  default: return false;
  }
}
