/// Text as JSON strings (RFC 8259, section 7).
enum JSONString {
  /// Appends text as a JSON string, including its quotes.
  ///
  /// - Parameters:
  ///   - text: the text in UTF-8. The only control characters are those of XML 1.0: tab, line feed
  ///     and carriage return.
  ///   - bytes: receives the string.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var plain = 0
    for (index, byte) in text.enumerated() {
      guard let escape = escape(of: byte) else { continue }
      bytes += text[plain..<index]
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(escape)
      plain = index + 1
    }
    bytes += text[plain...]
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case 0x09: UInt8(ascii: "t")
    case 0x0a: UInt8(ascii: "n")
    case 0x0d: UInt8(ascii: "r")
    default: nil
    }
  }
}
