/// Decides which text can be written in YAML without quotes and still be read as that text.
package enum PlainText {
  /// Returns whether a text can be a value or a key of a block, on one line, without quotes.
  ///
  /// Words and numbers that have another meaning in YAML 1.1, such as `no` and `12:30`, cannot,
  /// since many readers still follow YAML 1.1.
  package static func canStand(_ text: String) -> Bool {
    if isWord(text) { return true }
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return false }
    guard first != " ", last != " ",
      scalars.allSatisfy({ isPrintable($0) && $0 != "\n" && $0 != "\t" })
    else { return false }
    // Document markers have their meaning before any text.
    guard !text.hasPrefix("---"), !text.hasPrefix("...") else { return false }
    return NeedOfQuotes(in: scalars, inside: nil) == nil
      && Scalar(text, style: .plain).kind == .text && !isSomethingOlder(text, first)
  }

  /// Returns whether a text is like most texts: ASCII letters, and not a word with another meaning.
  private static func isWord(_ text: String) -> Bool {
    // The longest word with a meaning is "false".
    guard text.utf8.count > 5, let first = text.utf8.first else { return false }
    guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "@"):
        true
      default: false
      }
    }
  }

  /// Returns whether a character needs no escape in a YAML text (YAML 1.2.2, section 5.1) and is
  /// not a line break other than U+000A.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x20...0x7E: true
    // Line breaks of YAML 1.1, and the byte order mark.
    case 0x85, 0x2028, 0x2029, 0xFEFF: false
    case 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// Returns whether the text has another type in YAML 1.1: a word for true or false, a number, a
  /// date.
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

extension LayoutScalar {
  /// Returns the lines as written in a block, without indentation.
  ///
  /// Quotes that are not needed are removed; everything else stays as written.
  func written(beside comment: LayoutComment?) -> [String] {
    // Text without quotes and a comment without a space would look like one text.
    let isTight = comment?.isTight == true
    if isTight, value.style == .plain, value.kind == .text {
      let scalars = Array(value.text.unicodeScalars)
      return [lines.count == 1 ? Quoting.quoted(scalars) : Self.escaped(value.text)]
    }
    if isQuotedLine, !isTight, PlainText.canStand(value.text) { return [value.text] }
    return isMistakable ? [Self.escaped(value.text)] : lines
  }

  var writtenAsKey: String {
    let isLine = lines.count == 1 && !isBlock
    if isQuotedLine || !isLine, PlainText.canStand(value.text) { return value.text }
    return isLine && !isMistakable ? lines[0] : Self.escaped(value.text)
  }

  /// Whether the text would not be read as text without quotes at the beginning of a line or file:
  /// it has document markers or a byte order mark.
  private var isMistakable: Bool {
    value.style == .plain
      && (value.text.hasPrefix("---") || value.text.hasPrefix("...")
        || value.text.unicodeScalars.contains("\u{FEFF}"))
  }

  private var isQuotedLine: Bool { value.style == .quoted && !isBlock && lines.count == 1 }

  /// Returns any text in double quotes, with escapes (YAML 1.2.2, section 5.7).
  private static func escaped(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _
      where scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
        || scalar == "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
