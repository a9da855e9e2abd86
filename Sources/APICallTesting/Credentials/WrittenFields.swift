import APICallText

/// The header fields with credentials in any text, such as a command line or a log:
/// `curl -H 'Authorization: Bearer x'`.
enum WrittenFields {
  private static let authorizations = ["authorization", "proxy-authorization"]
  private static let cookies = ["cookie", "set-cookie"]
  private static let longestName = 19

  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let colon = text[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = colon + 1
      let name = name(in: text, before: colon)
      let start = text[index...].firstIndex { $0 != 0x20 } ?? text.count
      if authorizations.contains(name) {
        let scheme = endOfWord(in: text, from: start)
        guard scheme < text.count, text[scheme] == 0x20 else { continue }
        index = endOfWord(in: text, from: scheme + 1)
        let value = start..<index
        if CredentialText.credentials(afterSchemeIn: Array(text[value])) != nil {
          found.append(value)
        }
      } else if cookies.contains(name), start > index {
        index = endOfWord(in: text, from: start)
        guard let sign = text[start..<index].firstIndex(of: UInt8(ascii: "=")), sign > start,
          sign + 1 < index
        else { continue }
        index = text[index...].firstIndex { $0 != 0x20 && ends($0) } ?? text.count
        found.append(start..<index)
      }
    }
    return found
  }

  /// The name of a field before a colon, in lower case; empty if it is not one of the names.
  private static func name(in text: [UInt8], before colon: Int) -> String {
    guard colon > 0,
      text[colon - 1].lowercase == UInt8(ascii: "n")
        || text[colon - 1].lowercase == UInt8(ascii: "e")
    else { return "" }
    let start = text.startOfWord(before: colon, with: "-", atMost: longestName)
    return String(decoding: text[start..<colon], as: UTF8.self).lowercased()
  }

  private static func endOfWord(in text: [UInt8], from start: Int) -> Int {
    text[min(start, text.count)...].firstIndex(where: ends) ?? text.count
  }

  /// Whether a byte ends a word; a space does not end the value of a cookie.
  private static func ends(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "\"'`\\<>".utf8.contains(byte)
  }
}
