/// A word of a command line for sh(1) (POSIX.1-2017, Shell & Utilities, section 2.2).
///
/// The program receives its contents byte for byte. Secret parts are shell variables, so that the
/// line can be shown.
package struct ShellWord: Sendable, Hashable {
  /// A part of a word.
  package enum Part: Sendable, Hashable {
    case bytes([UInt8])
    case variable(String)
  }

  private(set) var parts: [Part] = []

  package init(_ parts: [Part]) {
    for part in parts {
      if case .bytes(let bytes) = part, case .bytes(let before) = self.parts.last {
        self.parts[self.parts.count - 1] = .bytes(before + bytes)
      } else {
        self.parts.append(part)
      }
    }
  }

  package init(_ text: String) { parts = [.bytes(Array(text.utf8))] }

  /// Quotes a path as an argument; one that begins with a hyphen is not taken for an option.
  ///
  /// Returns the word; a shell splits and changes it nowhere. It has backslashes rather than quotes
  /// if it can, because messages have commands in quotes.
  package static func path(_ path: String) -> String {
    let path = path.hasPrefix("-") ? "./\(path)" : path
    let word = ShellWord(path)
    guard word.isPlain, !path.isEmpty, word.text != path,
      // A shell removes a line break after a backslash.
      !path.utf8.contains(where: {
        $0 < 0x20 || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\\")
      })
    else {
      return word.text
    }
    return path.unicodeScalars.map { scalar in
      scalar.isASCII && !isBare(UInt8(ascii: scalar)) ? "\\\(scalar)" : "\(scalar)"
    }.joined()
  }

  /// The word as the user types it.
  ///
  /// If a byte would not survive being shown and copied, printf(1) produces the word.
  package var text: String {
    if isPlain { return quoted }
    return "\"$(\(printf))\""
  }

  /// Whether all of it can be quoted.
  package var isPlain: Bool {
    parts.allSatisfy { part in
      guard case .bytes(let bytes) = part else { return true }
      return Self.isShowable(bytes)
    }
  }

  /// The command that prints the word.
  package var printf: String {
    var format = ""
    var arguments = ""
    for part in parts {
      switch part {
      case .bytes(let bytes): format += Self.format(bytes)
      case .variable(let name):
        format += "%s"
        arguments += " \"$\(name)\""
      }
    }
    // A leading hyphen would be taken for an option.
    if format.hasPrefix("-") { format = #"\055"# + format.dropFirst() }
    return "printf '\(format)'\(arguments)"
  }

  private var quoted: String {
    let text = parts.map { part in
      switch part {
      case .bytes(let bytes): Self.quoted(String(decoding: bytes, as: UTF8.self))
      case .variable(let name): "\"$\(name)\""
      }
    }.joined()
    return text.isEmpty ? "''" : text
  }

  /// Puts text in single quotes, unless a shell takes it as it is.
  package static func quoted(_ text: String) -> String {
    let isBare = !text.isEmpty && text.utf8.allSatisfy(isBare)
    return isBare ? text : "'\(text.replacing("'", with: #"'\''"#))'"
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "-_./:@%+,=".utf8.contains(byte)
  }

  /// Whether bytes are text that a terminal shows unchanged.
  private static func isShowable(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains { TerminalText.isUnsafe($0) }
  }

  /// Converts bytes to a format of printf(1): printable characters stay, other bytes become octal
  /// numbers.
  private static func format(_ bytes: [UInt8]) -> String {
    var format = ""
    var rest = bytes[...]
    while let byte = rest.first {
      var length = 1
      while length < rest.count, length < 4, rest[rest.startIndex + length] & 0xC0 == 0x80 {
        length += 1
      }
      let character = rest.prefix(byte < 0x80 ? 1 : length)
      rest = rest.dropFirst(character.count)
      switch byte {
      case UInt8(ascii: "\\"): format += #"\\"#
      case UInt8(ascii: "%"): format += "%%"
      case UInt8(ascii: "'"): format += #"\047"#
      case 0x0A: format += #"\n"#
      case 0x0D: format += #"\r"#
      case 0x09: format += #"\t"#
      case _ where isShowable(Array(character)):
        format += String(decoding: character, as: UTF8.self)
      default: for byte in character { format += #"\"# + octal(byte) }
      }
    }
    return format
  }

  /// Three octal digits, so that a digit after them is not part of the number.
  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
