import APICallText

/// Text of servers and files as all reports show it: nothing in it controls a terminal or a CI
/// service, hides or reorders text, or is forbidden in XML or HTML.
enum ShownText {
  /// The most bytes of a text that are shown.
  static let longestText = 64 << 10
  /// The size in bytes after which a report has no more requests and responses.
  static let longestReport = 16 << 20
  /// The most bytes of a text on one line.
  static let longestLine = 1000

  /// Escapes and cuts a text of several lines.
  ///
  /// Returns the text; its line breaks are LF.
  static func lines(_ text: String, limit: Int = longestText) -> String {
    cut(text, limit) { start in
      let text = TerminalText.escaping(start).replacing("\r\n", with: "\n")
      return TerminalText.escapingCommands(escaping(text))
    }
  }

  /// Escapes and cuts a text for one line.
  static func line(_ text: String, limit: Int = longestLine) -> String {
    cut(text, limit) {
      let text = TerminalText.escapingLine($0).replacing("\t", with: #"\x09"#)
      return TerminalText.escapingCommands(escaping(text))
    }
  }

  /// Replaces characters, even if combining marks follow them.
  static func replacing(
    in text: String, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) {
        result.append(contentsOf: other.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The beginning of a text without escapes, for readers that need none.
  static func start(of text: String, limit: Int = longestText) -> String {
    cut(text, limit) { $0 }
  }

  private static func cut(_ text: String, _ limit: Int, _ shown: (String) -> String) -> String {
    guard text.utf8.count > limit else { return shown(text) }
    let bytes = Array(text.utf8.prefix(limit))
    let incomplete = Array(bytes.suffix(3)).span.countOfIncompleteSuffix
    let start = String(decoding: bytes.dropLast(incomplete), as: UTF8.self)
    return "\(shown(start))… \((text.utf8.count - start.utf8.count).counted("more byte"))"
  }

  /// Escapes noncharacters, such as U+FFFE: XML 1.0 and HTML forbid them.
  private static func escaping(_ text: String) -> String {
    // They begin with 0xEF, or are the last of a plane: 0xF0 to 0xF4.
    guard text.utf8.contains(where: { $0 >= 0xEF }) else { return text }
    return replacing(in: text) { scalar in
      let isNone = scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
      return isNone ? TerminalText.escape(scalar) : nil
    }
  }
}
