import CLibPCRE2

extension Pattern {
  /// Visits the matches in a text from left to right; they do not overlap.
  ///
  /// All of them share the limits of one search, so that many matches take no more steps than one.
  package func visitMatches(
    in bytes: [UInt8], steps: inout Int, _ visit: ([Range<Int>?]) -> Bool
  ) throws(PatternLimit) {
    guard let context = pcre2_match_context_create_8(nil),
      let found = pcre2_match_data_create_8(UInt32(groupCount + 1), nil)
    else { throw .memory }
    defer {
      pcre2_match_data_free_8(found)
      pcre2_match_context_free_8(context)
    }
    pcre2_set_match_limit_8(context, Limits.matches)
    pcre2_set_depth_limit_8(context, Limits.depth)
    pcre2_set_heap_limit_8(context, Limits.heap)
    let allowed = min(steps, Limits.steps) + 8 * bytes.count
    var meter = StepMeter(remaining: allowed, itemCost: 1 + itemCost * bytes.count / 64)
    let result = withUnsafeMutablePointer(to: &meter) { meter in
      pcre2_set_callout_8(context, countStep, meter)
      var (start, last, options) = (0, 0, UInt32(0))
      while true {
        let result = pcre2_match_8(code, bytes, bytes.count, start, options, found, context)
        if result == PCRE2_ERROR_NOMATCH, options & PCRE2_ANCHORED != 0, start < bytes.count {
          // Nothing but the empty match before it is here: go on at the next character.
          repeat { start += 1 } while start < bytes.count && bytes[start] & 0xC0 == 0x80
          options = PCRE2_NO_UTF_CHECK
          continue
        }
        guard result >= 0, let places = places(in: found, after: last, count: bytes.count),
          let match = places[0], visit(places)
        else { return result }
        last = match.upperBound
        start = last
        // The text has been checked by the first search: once more would take time for each match.
        options =
          match.isEmpty
          ? PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY_ATSTART | PCRE2_ANCHORED : PCRE2_NO_UTF_CHECK
      }
    }
    steps = max(0, steps - (allowed - meter.remaining))
    if result < 0, result != PCRE2_ERROR_NOMATCH { throw PatternLimit(code: result) }
  }

  /// The names of its groups, with their numbers, in the order of the pattern.
  package var groupNames: [(name: String, number: Int)] {
    var (count, size) = (UInt32(0), UInt32(0))
    var table: UnsafePointer<UInt8>?
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table, size > 2 else { return [] }
    // Each entry has two bytes for the number, and the name with a zero at its end.
    let names = (0..<Int(count)).map { index in
      let entry = UnsafeBufferPointer(start: table + index * Int(size), count: Int(size))
      return (
        name: String(decoding: entry.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self),
        number: Int(entry[0]) << 8 | Int(entry[1])
      )
    }
    return names.sorted { $0.number < $1.number }
  }

  /// The places of a match and its groups.
  ///
  /// `\K` may set a start before the end of the match before, or after its own end.
  private func places(
    in found: OpaquePointer, after last: Int, count: Int
  ) -> [Range<Int>?]? {
    guard let places = pcre2_get_ovector_pointer_8(found), places[1] <= count else { return nil }
    let end = max(places[1], last)
    let match = min(max(places[0], last), end)..<end
    return [match]
      + (1...max(1, groupCount)).prefix(groupCount).map { group in
        let (start, end) = (places[2 * group], places[2 * group + 1])
        return start >= 0 && start <= end && end <= count ? start..<end : nil
      }
  }
}
