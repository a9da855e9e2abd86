/// Base64: bytes as text, six bits per character (RFC 4648).
package enum Base64 {
  /// The characters for the last two of the 64 values, and whether the end is padded.
  package enum Alphabet: Sendable {
    /// With `+` and `/`, padded with `=` (section 4).
    case standard
    /// With `-` and `_`, not padded (section 5): safe in URLs and file names.
    case url
  }

  /// Returns the text, without line breaks.
  package static func encode(_ bytes: [UInt8], with alphabet: Alphabet = .standard) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var bits = 0
      for offset in 0..<3 {
        bits = bits << 8 | (offset < count ? Int(bytes[index + offset]) : 0)
      }
      for position in 0...count {
        text.append(character(bits >> (18 - 6 * position) & 63, alphabet))
      }
      if alphabet == .standard {
        text += repeatElement(UInt8(ascii: "="), count: 3 - count)
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes text in either alphabet.
  ///
  /// Returns the bytes; nil if the text contains any other character.
  package static func decode(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text.prefix(while: { $0 != UInt8(ascii: "=") }) {
      guard let value = value(character) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }

  private static func value(_ character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

  private static func character(_ value: Int, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + UInt8(value)
    case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(value - 52)
    case 62: UInt8(ascii: alphabet == .url ? "-" : "+")
    default: UInt8(ascii: alphabet == .url ? "_" : "/")
    }
  }
}

/// Hexadecimal: bytes as two lower-case digits each (RFC 4648, section 8).
package enum Hexadecimal {
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The value of a digit in either case; nil for any other byte.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
