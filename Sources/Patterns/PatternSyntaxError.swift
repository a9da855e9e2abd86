import CLibPCRE2

/// Why a text is no pattern that can be used.
package struct PatternSyntaxError: Error, Sendable, Hashable {
  /// What is wrong, in PCRE2's words but for its own limits: lower case, no full stop.
  package let reason: String
  /// Where in the pattern, counted from 0 in Unicode scalars; nil where it is the whole of it.
  package let offset: Int?

  static let noMemory = PatternSyntaxError(reason: "there is no memory for it", offset: nil)
  static let tooLarge = PatternSyntaxError(reason: "it is too large when compiled", offset: nil)

  static func tooLong(limit: Int) -> PatternSyntaxError {
    PatternSyntaxError(reason: "it is longer than \(limit) octets", offset: nil)
  }

  private init(reason: String, offset: Int?) {
    self.reason = reason
    self.offset = offset
  }

  /// The error of pcre2_compile(3).
  ///
  /// - Parameters:
  ///   - code: the error's number.
  ///   - octet: where in the pattern, counted from 0 in octets.
  ///   - text: the pattern.
  init(code: CInt, octet: Int, in text: String) {
    reason = Self.words(for: code)
    let start = text.utf8.index(text.startIndex, offsetBy: octet, limitedBy: text.endIndex)
    offset = text.unicodeScalars.distance(from: text.startIndex, to: start ?? text.endIndex)
  }

  /// PCRE2's words for an error's number: pcre2_get_error_message(3).
  static func words(for code: CInt) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(code, &buffer, buffer.count)
    guard length > 0 else { return "error \(code) of PCRE2" }
    return String(decoding: buffer[..<Int(length)], as: UTF8.self)
  }
}
