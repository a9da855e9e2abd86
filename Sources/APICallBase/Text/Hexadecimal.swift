/// Octets as text of two digits each (RFC 4648, section 8), in small letters.
package enum Hexadecimal {
  /// Encodes octets.
  package static func encode(_ octets: [UInt8]) -> String {
    var text: [UInt8] = []
    for octet in octets {
      text.append(digit(octet >> 4))
      text.append(digit(octet & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
