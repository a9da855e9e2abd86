import JSONText

/// The one way of a text into an event.
struct EventText: Sendable {
  /// Writes a text as a JSON string that can be shown on a terminal: what could steer that is an
  /// escape.
  ///
  /// - Parameters:
  ///   - text: the text, secrets masked.
  ///   - octets: the string is appended to it.
  func append(_ text: String, to octets: inout [UInt8]) {
    guard text.unicodeScalars.contains(where: TerminalText.isUnsafe) else {
      return JSONWriter.append(string: text, to: &octets)
    }
    octets.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      if TerminalText.isUnsafe(scalar) {
        // None of these is beyond U+FFFF.
        let digits = String(scalar.value, radix: 16)
        octets += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
      } else {
        JSONWriter.append(content: Array(String(scalar).utf8).span, to: &octets)
      }
    }
    octets.append(UInt8(ascii: "\""))
  }
}
