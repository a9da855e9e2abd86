/// The credentials in the value of a response header field.
enum FieldCredentials {
  /// Finds them: the value of a cookie, the nonce of a challenge, and what is found in other text.
  static func credentials(in value: [UInt8], of name: String) -> [Range<Int>] {
    switch name.lowercased() {
    case "set-cookie":
      guard let sign = value.firstIndex(of: UInt8(ascii: "=")) else { return [] }
      let end = value[sign...].firstIndex(of: UInt8(ascii: ";")) ?? value.count
      return sign + 1 < end ? [sign + 1..<end] : []
    case "www-authenticate", "proxy-authenticate", "authentication-info":
      return ["nonce=", "opaque=", "nextnonce="].flatMap {
        values(in: value, after: Array($0.utf8))
      }
    default: return TextCredentials.credentials(in: value, as: nil)
    }
  }

  private static func values(in text: [UInt8], after name: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let range = text[index...].firstRange(of: name) {
      var start = range.upperBound
      if start < text.count, text[start] == UInt8(ascii: "\"") { start += 1 }
      let end = text[start...].firstIndex { "\", ".utf8.contains($0) } ?? text.count
      if start < end { found.append(start..<end) }
      index = end
    }
    return found
  }
}
