/// Text as JSON strings (RFC 8259, section 7).
enum JSONString {
  /// Appends a text as a string, quotes included.
  ///
  /// - Parameters:
  ///   - text: the text in UTF-8, which holds no control characters but those that XML 1.0 allows:
  ///     tab, line feed and carriage return.
  ///   - octets: the string is appended to it.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\""))
    var plain = 0
    for (index, octet) in text.enumerated() {
      guard let escape = escape(of: octet) else { continue }
      octets += text[plain..<index]
      octets.append(UInt8(ascii: "\\"))
      octets.append(escape)
      plain = index + 1
    }
    octets += text[plain...]
    octets.append(UInt8(ascii: "\""))
  }

  private static func escape(of octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): octet
    case 0x09: UInt8(ascii: "t")
    case 0x0a: UInt8(ascii: "n")
    case 0x0d: UInt8(ascii: "r")
    default: nil
    }
  }
}
