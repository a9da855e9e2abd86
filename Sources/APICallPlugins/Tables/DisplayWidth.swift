/// The number of terminal columns of a text.
///
/// East Asian wide characters and emoji take two columns (UAX #11), combining marks none.
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    if isASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The part of a text that fits, with `…` in its last column if it was cut.
  ///
  /// Returns the text to show, and whether it was cut.
  static func fitting(_ text: String, in width: Int) -> (text: String, isCut: Bool) {
    if isASCII(text) {
      guard text.utf8.count > width else { return (text, false) }
      return (width > 0 ? String(text.prefix(width - 1)) + "…" : "", true)
    }
    var used = 0
    var end = text.startIndex
    for index in text.indices {
      used += of(text[index])
      if used > width { return (width > 0 ? String(text[..<end]) + "…" : "", true) }
      if used < width { end = text.index(after: index) }
    }
    return (text, false)
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The width of a visible character, which can consist of several of Unicode's.
  private static func of(_ character: Character) -> Int {
    var width = 0
    var voicing = 0
    for scalar in character.unicodeScalars {
      // The halfwidth marks of voiced katakana belong to a character but take a column.
      if 0xFF9E...0xFF9F ~= scalar.value { voicing += 1 }
      // The selector for emoji presentation.
      if scalar.value == 0xFE0F { return 2 }
      width = max(width, of(scalar))
    }
    return character.unicodeScalars.count > voicing ? width + voicing : voicing
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation || isWide(scalar.value) { return 2 }
    return 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// The characters that EastAsianWidth.txt marks as W or F, without emoji.
  ///
  /// Gaps of unassigned characters are included.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
