// The steps for one PATH, with LANES of WIDTH bytes; scan.c includes this file once for each path.

#define JOINED(name, path) name##path
#define NAMED(name, path) JOINED(name, path)

/// A bit for each byte `v` of the block that passes a test.
#define MASK(test)                                    \
  ({                                                  \
    uint64_t mask = 0;                                \
    for (int part = 0; part < 64 / WIDTH; part++) {   \
      LANES v = block[part];                          \
      mask |= BITS((LANES)(test)) << part * WIDTH;    \
    }                                                 \
    mask;                                             \
  })

/// Finds the strings, what is between them, and line breaks.
STEP void NAMED(find_strings, PATH)(struct apicall_json_window *window, const uint8_t *bytes,
                                    struct findings *found) {
  uint64_t string_carry = window->place.in_string ? ~0ull : 0, scalar_carry = 0;
  uint64_t escaped_carry = 0, continuation_carry = 0, with_escapes = window->place.has_escapes;
  uint64_t *restrict all_escapes = window->escapes;
  bool is_long = false;
  for (size_t index = 0; index < found->count; index++) {
    LANES block[64 / WIDTH];
    memcpy(block, bytes + 64 * index, 64);
    struct block *masks = &found->blocks[index];
    // The inside of a long string is left at once.
    if (is_long && !MASK((v == '"') | (v == '\\') | (v < 0x20) | (v >= 0x80))) {
      *masks = (struct block){0};
      all_escapes[index] = 0;
      continue;
    }
    uint64_t bad = 0;

    // A backslash outside of strings is found with the numbers.
    uint64_t backslashes = MASK(v == '\\'), escaped = escaped_carry;
    escaped_carry = 0;
    for (uint64_t rest = backslashes & ~escaped; rest;) {
      uint64_t first = rest & -rest;
      size_t place = 64 * index + (size_t)__builtin_ctzll(rest);
      if (!is_escape(bytes, place, 64 * found->count, &found->cut)) bad |= first;
      escaped |= first << 1;
      escaped_carry = first >> 63;
      rest &= ~(first | first << 1);
    }

    uint64_t quotes = MASK(v == '"') & ~escaped;
    uint64_t string = PREFIX(quotes) ^ string_carry;
    string_carry = (uint64_t)((int64_t)string >> 63);
    bad |= MASK(v < 0x20) & string;
    all_escapes[index] = 0;
    if (backslashes | with_escapes) {
      // The sum carries each backslash to the end of its string.
      uint64_t sum;
      bool overflow = __builtin_add_overflow(string, with_escapes, &sum);
      with_escapes = overflow | __builtin_add_overflow(sum, backslashes & string, &sum);
      all_escapes[index] = sum & quotes & ~string;
    }
    uint64_t outside = ~(string | quotes);
    masks->quotes = quotes & string;
    masks->commas = MASK(v == ',') & outside;
    masks->colons = MASK(v == ':') & outside;
    masks->opening = MASK((v | 0x20) == '{') & outside;
    masks->closing = MASK((v | 0x20) == '}') & outside;
    masks->braces = MASK((v & 0x20) == 0x20);
    masks->breaks = MASK(v == '\n') & outside;
    uint64_t others = masks->commas | masks->colons | masks->opening | masks->closing;
    others |= masks->breaks | MASK((v == ' ') | (v == '\t') | (v == '\r'));
    masks->scalars = outside & ~others;
    masks->firsts = masks->scalars & ~following(masks->scalars, &scalar_carry);

    uint64_t beyond = MASK(v >= 0x80), continuing = 0;
    if (beyond | continuation_carry) {
      // UTF-8 (RFC 3629, section 4): where continuation bytes must be, and none else.
      uint64_t two = MASK(v >= 0xc0), three = MASK(v >= 0xe0), four = MASK(v >= 0xf0);
      continuing = beyond & ~two;
      bad |= continuing ^ (two << 1 | three << 2 | four << 3 | continuation_carry);
      continuation_carry = two >> 63 | three >> 62 | four >> 61;
      // First bytes that are never valid, or not before every continuation byte.
      uint64_t special = four | MASK((v == 0xe0) | (v == 0xed) | ((v & 0xfe) == 0xc0));
      for (; special; special &= special - 1) {
        uint64_t bit = (uint64_t)__builtin_ctzll(special);
        if (!is_sequence(bytes, 64 * index + bit, 64 * found->count)) bad |= 1ull << bit;
      }
    }
    masks->continuing = continuing;
    masks->bad = bad;
    is_long = string == ~0ull && !backslashes && !beyond;
  }
  found->in_string = string_carry;
  found->in_sequence = continuation_carry;
  found->in_scalar = scalar_carry;
  window->place.has_escapes = with_escapes;
}

/// Checks the numbers and literals.
STEP void NAMED(check_scalars, PATH)(const uint8_t *bytes, struct findings *found) {
  uint64_t continues = 0, literal_carry = 0, after_literal = 0;
  uint64_t minus_carry = 0, zero_carry = 0, integer_carry = 0, point_carry = 0, fraction_carry = 0;
  uint64_t mark_carry = 0, sign_carry = 0, exponent_carry = 0;
  for (size_t index = 0; index < found->count; index++) {
    struct block *masks = &found->blocks[index];
    if (!(masks->scalars | continues)) continue;
    continues = masks->scalars >> 63;
    LANES block[64 / WIDTH];
    memcpy(block, bytes + 64 * index, 64);
    uint64_t bad = 0;

    uint64_t digits = MASK((LANES)(v - '0') < 10) & masks->scalars;
    uint64_t minus = masks->firsts & MASK(v == '-');
    uint64_t literals = masks->firsts & ~(digits | minus), inside = literal_carry;
    literal_carry = 0;
    for (uint64_t rest = literals; rest; rest &= rest - 1) {
      size_t bit = (size_t)__builtin_ctzll(rest);
      size_t length = literal_length(bytes, 64 * index + bit, 64 * found->count);
      if (length == 0) bad |= 1ull << bit;
      uint64_t run = (1ull << length) - 1;
      inside |= run << bit;
      if (bit + length > 64) literal_carry = run >> (64 - bit);
    }
    bad |= following(inside, &after_literal) & ~inside & masks->scalars;

    // Numbers (RFC 8259, section 6): after each part, a byte that is none of them, or the next part.
    uint64_t numbers = masks->scalars & ~inside;
    uint64_t first = (masks->firsts & digits) | following(minus, &minus_carry);
    uint64_t zero = first & MASK(v == '0');
    uint64_t after_integer = after_digits(first & ~zero, digits, &integer_carry) |
                             following(zero, &zero_carry);
    uint64_t marks = after_integer & numbers;
    bad |= first & ~digits;
    if (marks | point_carry | fraction_carry | mark_carry | sign_carry | exponent_carry) {
      uint64_t points = marks & MASK(v == '.');
      uint64_t decimals = following(points, &point_carry);
      uint64_t after_fraction = after_digits(decimals, digits, &fraction_carry);
      bad |= decimals & ~digits;
      marks = (marks & ~points) | (after_fraction & numbers);
      if (marks | mark_carry | sign_carry | exponent_carry) {
        bad |= marks & ~MASK((v | 0x20) == 'e');
        uint64_t power = following(marks, &mark_carry);
        uint64_t signs = power & MASK((v == '-') | (v == '+'));
        power = (power & ~signs) | following(signs, &sign_carry);
        uint64_t after_exponent = after_digits(power, digits, &exponent_carry);
        bad |= (power & ~digits) | (after_exponent & numbers);
      }
    }
    masks->bad |= bad;
  }
}

/// Checks the order of the tokens and the nesting, and counts the lines.
STEP bool NAMED(check_tokens, PATH)(struct apicall_json_window *window, struct findings *found) {
  struct apicall_json_place *place = &window->place;
  uint64_t *restrict all_tokens = window->tokens, *restrict all_keys = window->keys;
  uint64_t value_carry = place->after_value, opening_carry = place->after_opening;
  uint64_t key_place_carry = place->before_key, key_carry = place->after_key;
  uint64_t nesting = window->nesting, in_object = -(nesting & 1), bad = 0, shallowest = nesting;
  window->read = (uint32_t)(64 * found->count);
  for (size_t index = 0; index < found->count && nesting > 1; index++) {
    struct block *masks = &found->blocks[index];
    uint64_t opening = masks->opening, closing = masks->closing;
    if (opening | closing) {
      int depth = 63 - __builtin_clzll(nesting), more = __builtin_popcountll(opening);
      if ((uint32_t)(depth + more) > window->limit) return false;
      for (uint64_t rest = opening | closing; rest; rest &= rest - 1) {
        uint64_t bit = (uint64_t)__builtin_ctzll(rest);
        // A bit of the innermost one is added or taken away, without a branch.
        uint64_t inner = nesting << 1 | (masks->braces >> bit & 1);
        nesting = opening >> bit & 1 ? inner : nesting >> 1;
        if (nesting < shallowest) shallowest = nesting;
        in_object ^= (in_object ^ -(nesting & 1)) & ~1ull << bit;
        if (nesting == 1) {
          // The rest of the text is not looked at.
          keep_first(masks, bit + 1);
          opening = masks->opening;
          closing = masks->closing;
          found->count = index + 1;
          window->read = (uint32_t)(64 * index + bit + 1);
          break;
        }
      }
    }

    uint64_t quotes = masks->quotes, commas = masks->commas, colons = masks->colons;
    uint64_t starts = quotes | masks->firsts | opening;
    uint64_t tokens = starts | closing | commas | colons;
    all_tokens[index] = tokens;
    all_keys[index] = 0;
    bad |= masks->bad;
    if (!tokens) continue;
    // A value or its end is before a comma, a colon or a closing bracket, everything else before a
    // value; and only the strings after a brace, or after a comma in an object, are before a colon.
    uint64_t after_value = next(tokens, quotes | masks->firsts | closing, &value_carry);
    uint64_t after_opening = next(tokens, opening, &opening_carry);
    uint64_t key_places =
        next(tokens, (opening & masks->braces) | (commas & in_object), &key_place_carry);
    uint64_t keys = key_places & quotes;
    bad |= closing & (in_object ^ masks->braces);
    bad |= (after_value & starts) | (~after_value & (commas | colons));
    bad |= closing & ~(after_value | after_opening);
    bad |= (key_places & starts & ~quotes) | (next(tokens, keys, &key_carry) ^ colons);
    all_keys[index] = keys;
    in_object = -(nesting & 1);
  }
  window->nesting = nesting;
  window->shallowest = shallowest;
  found->began_after_opening = place->after_opening;
  place->after_value = value_carry;
  place->after_opening = opening_carry;
  place->before_key = key_place_carry;
  place->after_key = key_carry;
  place->in_string = false;
  return bad == 0;
}

/// Counts what the columns of errors need.
static void NAMED(count_lines, PATH)(struct apicall_json_window *window,
                                     const struct findings *found) {
  uint32_t lines = 0, continuations = 0;
  size_t index = found->count;
  while (index > 0 && !found->blocks[index - 1].breaks)
    continuations += (uint32_t)__builtin_popcountll(found->blocks[--index].continuing);
  window->line_start = 0;
  if (index > 0) {
    const struct block *masks = &found->blocks[index - 1];
    size_t last = 63 - (size_t)__builtin_clzll(masks->breaks);
    window->line_start = (uint32_t)(64 * (index - 1) + last + 1);
    continuations += (uint32_t)__builtin_popcountll(masks->continuing & ~0ull << last);
    while (index > 0) lines += (uint32_t)__builtin_popcountll(found->blocks[--index].breaks);
  }
  window->lines = lines;
  window->continuations = continuations;
}

static bool NAMED(read, PATH)(struct apicall_json_window *window, const uint8_t *bytes,
                              size_t count) {
  struct findings found;
  found.count = count / 64;
  found.cut = count;
  NAMED(find_strings, PATH)(window, bytes, &found);
  NAMED(check_scalars, PATH)(bytes, &found);
  if (!NAMED(check_tokens, PATH)(window, &found)) return false;
  NAMED(count_lines, PATH)(window, &found);
  return end_window(window, bytes, &found);
}

#undef MASK
#undef JOINED
#undef NAMED
