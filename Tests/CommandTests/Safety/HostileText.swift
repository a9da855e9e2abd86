/// Texts that steer a terminal, or deceive a reader.
enum HostileText {
  /// By name; each begins and ends with letters, so that it can be found in the output.
  static let texts: [(name: String, bytes: [UInt8])] = [
    ("OSC 52, which writes to the clipboard", utf8("\u{1B}]52;c;aGk=\u{7}")),
    ("OSC 8, a link", utf8("\u{1B}]8;;http://evil.example\u{1B}\\here\u{1B}]8;;\u{1B}\\")),
    ("OSC 0, the title", utf8("\u{1B}]0;title\u{7}")),
    ("CSI, which clears the screen", utf8("\u{1B}[2J\u{1B}[H\u{1B}[31m")),
    ("DCS", utf8("\u{1B}P$qm\u{1B}\\")),
    ("C1 in UTF-8", utf8("\u{9B}31m\u{9D}0;t\u{9C}\u{90}\u{85}")),
    ("C1 as bytes", [0x9B] + utf8("31m") + [0x9D] + utf8("0;t") + [0x9C, 0x90, 0x85]),
    ("bidirectional overrides", utf8("\u{202A}\u{202B}\u{202D}\u{202E}txt.exe\u{202C}")),
    ("bidirectional isolates", utf8("\u{2066}\u{2067}\u{2068}a\u{2069}")),
    ("bidirectional marks", utf8("\u{200E}\u{200F}\u{61C}")),
    ("separators of lines", utf8("\u{2028}\u{2029}")),
    ("invisible characters", utf8("\u{200B}\u{2060}\u{2064}\u{206A}\u{FEFF}\u{FFF9}")),
    ("backspace, delete, form feed", utf8("\u{8}\u{8}\u{7F}\u{C}\u{B}\u{E}")),
  ]

  /// All of them, one after the other, with a word before each.
  static let all = texts.enumerated().flatMap { utf8("mark\($0.offset)") + $0.element.bytes }
  /// Those that are UTF-8, without line breaks.
  static let valid = String(
    texts.enumerated().compactMap { number, text in
      String(validating: text.bytes, as: UTF8.self).map { "mark\(number)\($0)" }
    }.joined())

  /// The part that a header field can contain.
  static let withoutControls = String(
    String.UnicodeScalarView(
      valid.unicodeScalars.filter { $0.properties.generalCategory != .control })
  )

  /// Returns what is wrong with the text on a terminal; nil if nothing is.
  static func fault(in shown: [UInt8]) -> String? {
    guard let text = String(validating: shown, as: UTF8.self) else { return "is not UTF-8" }
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      // The terminal itself ends lines with CR LF.
      let isLineEnd = scalar == "\r" && place + 1 < scalars.count && scalars[place + 1] == "\n"
      guard isUnsafe(scalar), !isLineEnd else { continue }
      let before = String(String.UnicodeScalarView(scalars[max(0, place - 40)..<place]))
      return "holds U+\(String(scalar.value, radix: 16)) after '\(before)'"
    }
    return nil
  }

  /// Written again, so that it does not trust the code under test.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F: true
    case 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  private static func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
}
