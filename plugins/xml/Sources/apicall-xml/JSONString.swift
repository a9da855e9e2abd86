/// Text as JSON strings (RFC 8259, section 7).
enum JSONString {
  /// Appends text as a JSON string, including its quotes.
  ///
  /// - Parameters:
  ///   - text: the text in UTF-8. The only control characters are those of XML 1.0: tab, line feed
  ///     and carriage return.
  ///   - octets: receives the string.
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
