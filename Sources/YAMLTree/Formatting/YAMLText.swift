/// The forms of text in YAML.
package enum YAMLText {
  /// Whether a text of several lines can be written unchanged and indented after `|`.
  package static func canBeLiteral(_ text: String) -> Bool {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 1, let first = lines.first?.first, !isBlank(first) else { return false }
    // YAML readers differ on lines that contain only white space.
    return lines.allSatisfy { $0.isEmpty || !$0.allSatisfy(isBlank) }
      && text.unicodeScalars.allSatisfy(PlainText.isPrintable)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Text in double quotes (YAML 1.2.2, section 5.7).
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where PlainText.isPrintable(scalar): quoted.unicodeScalars.append(scalar)
      default: quoted += escape(scalar)
      }
    }
    return quoted + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    let (mark, count) =
      scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
    return "\\\(mark)" + String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
