/// Text that can stand without quotes, and is text all the same to every reader of YAML.
enum PlainText {
  /// Whether a text needs no quotes as the value of an entry or an item, or as a key.
  static func canStand(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last, !first.isBlank, !last.isBlank else {
      return false
    }
    return CoreSchema.kind(of: text) == .text && NeedOfQuotes(in: scalars, inside: nil) == nil
      && scalars.allSatisfy(isPrintable) && !isOtherElsewhere(text)
      && !text.hasPrefix("---") && !text.hasPrefix("...")
  }

  /// The printable characters (YAML 1.2.2, section 5.1) but for tabs and line breaks.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...:
      true
    default: false
    }
  }

  /// Whether a reader of YAML 1.1 takes the text for something else, as editors' may.
  private static func isOtherElsewhere(_ text: String) -> Bool {
    if ["y", "n", "yes", "no", "on", "off"].contains(text.lowercased()) { return true }
    if text == "<<" || text == "=" { return true }
    // Dates, times, numbers with underscores, in other bases or in base 60.
    guard let first = text.unicodeScalars.first, "0123456789.+-".unicodeScalars.contains(first)
    else { return false }
    return text.unicodeScalars.allSatisfy {
      "0123456789abcdefABCDEFxobtTZ_:.+- ".unicodeScalars.contains($0)
    }
  }
}
