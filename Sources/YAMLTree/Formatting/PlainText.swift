/// What text can stand in YAML without quotes, and still be that text to whoever reads it.
package enum PlainText {
  /// Tells whether a text can stand as a value or a key of a block, on one line, without quotes.
  ///
  /// Words and figures that YAML 1.1 takes for something else, such as `no` and `12:30`, cannot:
  /// many readers still keep to it.
  ///
  /// - Parameter text: the text.
  /// - Returns: true where it needs no quotes.
  package static func canStand(_ text: String) -> Bool {
    if isWord(text) { return true }
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return false }
    guard first != " ", last != " ",
      scalars.allSatisfy({ isPrintable($0) && $0 != "\n" && $0 != "\t" })
    else { return false }
    // What begins or ends a document does so in front of anything.
    guard !text.hasPrefix("---"), !text.hasPrefix("...") else { return false }
    return NeedOfQuotes(in: scalars, inside: nil) == nil
      && Scalar(text, style: .plain).kind == .text && !isSomethingOlder(text, first)
  }

  /// Whether a text is what most texts are: letters of ASCII, and none that means something.
  private static func isWord(_ text: String) -> Bool {
    // The longest word with a meaning is "false".
    guard text.utf8.count > 5, let first = text.utf8.first else { return false }
    guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
    return text.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "@"):
        true
      default: false
      }
    }
  }

  /// Tells whether a character may stand in a YAML text as itself (YAML 1.2.2, section 5.1), and is
  /// no line break but U+000A.
  ///
  /// - Parameter scalar: the character.
  /// - Returns: true where it needs no escape.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x20...0x7E: true
    // Line breaks of YAML 1.1, and the byte order mark.
    case 0x85, 0x2028, 0x2029, 0xFEFF: false
    case 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// Whether YAML 1.1 makes something else of the text: a word for true or false, a figure, a date.
  private static func isSomethingOlder(_ text: String, _ first: Unicode.Scalar) -> Bool {
    if text.utf8.count <= 3, ["y", "n", "yes", "no", "on", "off"].contains(text.lowercased()) {
      return true
    }
    if text == "=" || text == "<<" { return true }
    guard "0123456789+-.".unicodeScalars.contains(first), text.utf8.count < 64 else { return false }
    return text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: "+-._:xXoObBtTzZ ".utf8.contains($0)
      }
    }
  }
}
