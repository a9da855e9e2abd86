extension LayoutScalar {
  /// The lines as they are written in a block, without indentation.
  ///
  /// Quotes that are not needed go; all else keeps the author's letters.
  ///
  /// - Parameter comment: what stands behind the value.
  /// - Returns: the lines.
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

  /// The value as a key: on one line.
  var writtenAsKey: String {
    let isLine = lines.count == 1 && !isBlock
    if isQuotedLine || !isLine, PlainText.canStand(value.text) { return value.text }
    return isLine && !isMistakable ? lines[0] : Self.escaped(value.text)
  }

  /// Whether text without quotes would not be text at the beginning of a line or file: the marks
  /// of documents and of byte order.
  private var isMistakable: Bool {
    value.style == .plain
      && (value.text.hasPrefix("---") || value.text.hasPrefix("...")
        || value.text.unicodeScalars.contains("\u{FEFF}"))
  }

  private var isQuotedLine: Bool { value.style == .quoted && !isBlock && lines.count == 1 }

  /// Any text in double quotes, with escapes (YAML 1.2.2, section 5.7).
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
