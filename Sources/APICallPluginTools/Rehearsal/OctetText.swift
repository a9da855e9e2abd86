/// Octets as a transcript writes them: text with `\n`, `\r`, `\t`, `\\` and `\xNN`.
enum OctetText {
  /// Writes octets.
  ///
  /// - Parameters:
  ///   - octets: the octets.
  ///   - limit: the most of them that are written; an ellipsis stands for the rest.
  /// - Returns: the text, on one line.
  static func escaped(_ octets: ArraySlice<UInt8>, limit: Int = 200) -> String {
    var text: [UInt8] = []
    var rest = octets.prefix(limit)
    while let octet = rest.first {
      switch octet {
      case 0x0A: text += #"\n"#.utf8
      case 0x0D: text += #"\r"#.utf8
      case 0x09: text += #"\t"#.utf8
      case 0x5C: text += #"\\"#.utf8
      case 0x20..<0x7F: text.append(octet)
      default:
        let length = lengthOfCharacter(rest)
        if length > 0 {
          text += rest.prefix(length)
          rest = rest.dropFirst(length)
          continue
        }
        text += (octet < 16 ? "\\x0" : "\\x").utf8
        text += String(octet, radix: 16).utf8
      }
      rest = rest.dropFirst()
    }
    return String(decoding: text, as: UTF8.self) + (octets.count > limit ? "…" : "")
  }

  /// The octets of the character beyond ASCII that they begin with; 0 where they begin with none.
  private static func lengthOfCharacter(_ octets: ArraySlice<UInt8>) -> Int {
    for length in 2...4 where octets.count >= length {
      guard let text = String(validating: octets.prefix(length), as: UTF8.self) else { continue }
      let isControl = text.unicodeScalars.allSatisfy { $0.value < 0xA0 }
      return isControl ? 0 : length
    }
    return 0
  }
}
