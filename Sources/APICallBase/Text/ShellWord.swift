/// One word of a command line for sh(1) (POSIX.1-2017, Shell & Utilities, section 2.2).
///
/// What it is made of reaches the program octet for octet. Parts that are secret are variables, so
/// that the line can be shown.
package struct ShellWord: Sendable, Hashable {
  /// A part of a word.
  package enum Part: Sendable, Hashable {
    case octets([UInt8])
    /// The value of a variable.
    case variable(String)
  }

  private(set) var parts: [Part] = []

  package init(_ parts: [Part]) {
    for part in parts {
      if case .octets(let octets) = part, case .octets(let before) = self.parts.last {
        self.parts[self.parts.count - 1] = .octets(before + octets)
      } else {
        self.parts.append(part)
      }
    }
  }

  package init(_ text: String) { parts = [.octets(Array(text.utf8))] }

  /// A path as it is typed as an argument: where it begins with a hyphen, it is no option.
  ///
  /// - Parameter path: the path.
  /// - Returns: the word, in quotes where a shell would take it apart.
  package static func path(_ path: String) -> String {
    ShellWord(path.hasPrefix("-") ? "./\(path)" : path).text
  }

  /// The word as it is typed.
  ///
  /// Where an octet would not survive being shown and copied, printf(1) makes the word.
  package var text: String {
    if isPlain { return quoted }
    return "\"$(\(printf))\""
  }

  /// Whether all of it can stand in quotes.
  package var isPlain: Bool {
    parts.allSatisfy { part in
      guard case .octets(let octets) = part else { return true }
      return Self.isShowable(octets)
    }
  }

  /// The command that writes the word to its standard output.
  package var printf: String {
    var format = ""
    var arguments = ""
    for part in parts {
      switch part {
      case .octets(let octets): format += Self.format(octets)
      case .variable(let name):
        format += "%s"
        arguments += " \"$\(name)\""
      }
    }
    // What begins with a hyphen would be an option.
    if format.hasPrefix("-") { format = #"\055"# + format.dropFirst() }
    return "printf '\(format)'\(arguments)"
  }

  private var quoted: String {
    let text = parts.map { part in
      switch part {
      case .octets(let octets): Self.quoted(String(decoding: octets, as: UTF8.self))
      case .variable(let name): "\"$\(name)\""
      }
    }.joined()
    return text.isEmpty ? "''" : text
  }

  /// Text in single quotes, in which only they have a meaning; bare where it has none to a shell.
  package static func quoted(_ text: String) -> String {
    let isBare = !text.isEmpty && text.utf8.allSatisfy(isBare)
    return isBare ? text : "'\(text.replacing("'", with: #"'\''"#))'"
  }

  private static func isBare(_ octet: UInt8) -> Bool {
    octet.isASCIILetterOrDigit || "-_./:@%+,=".utf8.contains(octet)
  }

  /// Whether octets are text that a terminal shows as it is.
  private static func isShowable(_ octets: [UInt8]) -> Bool {
    guard let text = String(validating: octets, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains { TerminalText.isUnsafe($0) }
  }

  /// Octets as the format of printf(1): letters stand for themselves, the rest as octal numbers.
  private static func format(_ octets: [UInt8]) -> String {
    var format = ""
    var rest = octets[...]
    while let octet = rest.first {
      var length = 1
      while length < rest.count, length < 4, rest[rest.startIndex + length] & 0xC0 == 0x80 {
        length += 1
      }
      let character = rest.prefix(octet < 0x80 ? 1 : length)
      rest = rest.dropFirst(character.count)
      switch octet {
      case UInt8(ascii: "\\"): format += #"\\"#
      case UInt8(ascii: "%"): format += "%%"
      case UInt8(ascii: "'"): format += #"\047"#
      case 0x0A: format += #"\n"#
      case 0x0D: format += #"\r"#
      case 0x09: format += #"\t"#
      case _ where isShowable(Array(character)):
        format += String(decoding: character, as: UTF8.self)
      default: for octet in character { format += #"\"# + octal(octet) }
      }
    }
    return format
  }

  /// Three octal digits: a digit behind them is no part of the number.
  private static func octal(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
