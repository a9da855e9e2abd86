import CLibPCRE2

/// A regular expression whose work is bounded: PCRE2's syntax, pcre2pattern(3).
///
/// Text is Unicode (`PCRE2_UTF`), `\d`, `\w` and `\s` are ASCII, `$` is only the very end
/// (`PCRE2_DOLLAR_ENDONLY`) and `\C` is refused (`PCRE2_NEVER_BACKSLASH_C`). Patterns come from
/// untrusted files. Compiling and searching therefore have ``Limits`` that no pattern can raise.
/// Reaching a limit is an error, so that every search ends soon with the same result.
///
/// A compiled pattern is never written to (pcre2api(3), MULTITHREADING), so that several tasks may
/// search with it at once.
package final class Pattern: Sendable {
  /// The limits of the work.
  package enum Limits {
    /// The largest number of bytes in a pattern: `pcre2_set_max_pattern_length`.
    package static let length = 4096
    /// The largest number of bytes in a compiled pattern; the links of Debian's PCRE2 reach no
    /// further.
    package static let compiledSize = 64 << 10
    /// The deepest nesting of parentheses: `pcre2_set_parens_nest_limit`.
    package static let nesting = 100
    /// How often the matcher may start again at one place: `pcre2_set_match_limit`.
    package static let matches: UInt32 = 1_000_000
    /// The deepest backtracking at one place: `pcre2_set_depth_limit`.
    package static let depth: UInt32 = 500_000
    /// The memory for matching at one place, in KiB: `pcre2_set_heap_limit`.
    package static let heap: UInt32 = 64 << 10
    /// The largest number of steps of a search at all places together, in addition to eight per
    /// byte.
    ///
    /// PCRE2 counts from 0 at each place where a match could begin, so a text of n bytes would get
    /// n times its limits. A step is an item of the pattern that is tried, or a byte that an item
    /// passes.
    package static let steps = 20_000_000
  }

  package let text: String

  // Freed in deinit, and only read before that.
  nonisolated(unsafe) let code: OpaquePointer
  /// The cost of trying an item: a back reference compares text without advancing.
  let itemCost: Int
  package let groupCount: Int

  /// Compiles a pattern: pcre2_compile(3).
  package init(_ text: String) throws(PatternSyntaxError) {
    guard text.utf8.count <= Limits.length else { throw .tooLong(limit: Limits.length) }
    guard let context = pcre2_compile_context_create_8(nil) else { throw .noMemory }
    defer { pcre2_compile_context_free_8(context) }
    pcre2_set_max_pattern_length_8(context, Limits.length)
    pcre2_set_parens_nest_limit_8(context, UInt32(Limits.nesting))
    // Steps are counted by callouts before every item: pcre2callout(3).
    let options =
      PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
    var reason: CInt = 0
    var offset = 0
    let bytes = Array(text.utf8)
    guard
      let code = pcre2_compile_8(bytes, bytes.count, options, &reason, &offset, context)
    else { throw PatternSyntaxError(code: reason, byte: offset, in: text) }
    var size = 0
    var backReferences: UInt32 = 0
    var groups: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_SIZE), &size)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_BACKREFMAX), &backReferences)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
    guard size <= Limits.compiledSize else {
      pcre2_code_free_8(code)
      throw .tooLarge
    }
    self.text = text
    self.code = code
    itemCost = backReferences == 0 ? 0 : 1
    groupCount = Int(groups)
  }

  deinit { pcre2_code_free_8(code) }

  /// Returns whether the pattern matches anywhere in a text: pcre2_match(3).
  ///
  /// Several searches may share their steps.
  package func matches(in subject: String, steps: inout Int) throws(PatternLimit) -> Bool {
    var isFound = false
    try visitMatches(in: Array(subject.utf8), steps: &steps) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Finds the first match in a text and returns the part that its first group matched.
  ///
  /// Returns the part that the group matched, or the whole match if the pattern has no group; nil
  /// if there is no match or the group did not take part in it.
  package func firstMatch(in subject: String, steps: inout Int) throws(PatternLimit) -> String? {
    let bytes = Array(subject.utf8)
    let place = try firstPlace(in: bytes, steps: &steps)
    return place.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Finds the place of that part in the text.
  package func firstPlace(in bytes: [UInt8], steps: inout Int) throws(PatternLimit) -> Range<Int>? {
    var place: Range<Int>?
    try visitMatches(in: bytes, steps: &steps) { places in
      place = places[min(groupCount, 1)]
      return false
    }
    return place
  }

  /// Returns the part that the pattern matches in the first of several texts in which it is found;
  /// nil if it is found in none.
  ///
  /// All searches share the steps of one.
  package func firstPart(of texts: [String]) throws(PatternLimit) -> String? {
    var steps = Limits.steps
    for text in texts {
      if let part = try firstMatch(in: text, steps: &steps) { return part }
    }
    return nil
  }
}

/// Why a search did not decide whether a pattern matches a text.
package enum PatternLimit: Error, Sendable, Hashable {
  /// It takes more steps than ``Pattern/Limits`` allow.
  case steps
  /// It takes more memory than they allow.
  case memory
  /// Another error, in PCRE2's words.
  case other(String)

  /// Creates a limit from an error of pcre2_match(3).
  init(code: CInt) {
    switch code {
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_CALLOUT: self = .steps
    case PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY: self = .memory
    default: self = .other(PatternSyntaxError.words(for: code))
    }
  }

  /// What is wrong, in lower case and without a full stop, as it follows the pattern's name.
  package var reason: String {
    switch self {
    case .steps: "takes too many steps on it"
    case .memory: "takes too much memory on it"
    case .other(let words): "fails on it: \(words)"
    }
  }
}

/// The steps that are left of one search.
struct StepMeter {
  var remaining: Int
  let itemCost: Int
  var position = 0
}

/// Runs before each item of a pattern that is tried; a negative result ends the search with it.
func countStep(
  _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ meter: UnsafeMutableRawPointer?
) -> CInt {
  guard let block, let meter = meter?.assumingMemoryBound(to: StepMeter.self) else { return 0 }
  let position = block.pointee.current_position
  let moved = position - meter.pointee.position
  meter.pointee.position = position
  meter.pointee.remaining -= meter.pointee.itemCost + (moved < 0 ? -moved : moved)
  return meter.pointee.remaining < 0 ? PCRE2_ERROR_CALLOUT : 0
}

/// Why a text is not a usable pattern.
package struct PatternSyntaxError: Error, Sendable, Hashable {
  /// What is wrong, in PCRE2's words, or in ours for our own limits: lower case, no full stop.
  package let reason: String
  /// The place in the pattern, counted from 0 in Unicode scalars; nil for the whole pattern.
  package let offset: Int?

  static let noMemory = PatternSyntaxError(reason: "there is not enough memory for it", offset: nil)
  static let tooLarge = PatternSyntaxError(reason: "it is too large when compiled", offset: nil)

  static func tooLong(limit: Int) -> PatternSyntaxError {
    PatternSyntaxError(reason: "it is longer than \(limit) bytes", offset: nil)
  }

  /// Returns PCRE2's words for an error's number: pcre2_get_error_message(3).
  static func words(for code: CInt) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(code, &buffer, buffer.count)
    guard length > 0 else { return "PCRE2 error \(code)" }
    return String(decoding: buffer[..<Int(length)], as: UTF8.self)
  }
}

extension PatternSyntaxError {
  /// Creates an error from one of pcre2_compile(3).
  init(code: CInt, byte: Int, in text: String) {
    let start = text.utf8.index(text.startIndex, offsetBy: byte, limitedBy: text.endIndex)
    self.init(
      reason: Self.words(for: code),
      offset: text.unicodeScalars.distance(from: text.startIndex, to: start ?? text.endIndex))
  }
}
