import APICallHTTP
import APICallSafety
import APICallText

/// Items `name=value` of queries and forms, also where they stand in other text.
enum WrittenItems {
  private static let longestName = 128
  /// The length of the shortest value that is a credential in the middle of other text, which may
  /// be a program: `token=t`.
  private static let shortestInside = 6

  static func credentials(inItems text: [UInt8]) -> [Range<Int>] {
    items(of: text).filter { !$0.value.isEmpty && isCredential(text[$0.name]) }.map(\.value)
  }

  static func items(of text: [UInt8]) -> [(name: Range<Int>, value: Range<Int>)] {
    text.split(separator: UInt8(ascii: "&")).compactMap { item in
      guard let sign = item.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      return (item.startIndex..<sign, sign + 1..<item.endIndex)
    }
  }

  /// Finds the values of credentials in any text, such as `see https://a.example/?token=x`.
  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let sign = text[index...].firstIndex(of: UInt8(ascii: "=")) {
      index = sign + 1
      let start = text.startOfWord(before: sign, with: "_-.[]%$", atMost: longestName)
      guard start < sign, isCredential(text[start..<sign]) else { continue }
      let end = text[index...].firstIndex { ends($0) } ?? text.count
      guard end > index, end == text.count || endsItem(text[end]) else { continue }
      if end - index >= shortestInside || begins(at: start, in: text) { found.append(index..<end) }
      index = end
    }
    return found
  }

  private static func isCredential(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return NamedSecrets.contain(name)
    }
    return NamedSecrets.contain(PercentEncoding.decode(Array(name), plusIsSpace: true))
  }

  private static func begins(at start: Int, in text: [UInt8]) -> Bool {
    guard start > 0 else { return true }
    return "?&#;\n\r".utf8.contains(text[start - 1])
  }

  private static func ends(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "&#;,<>\"'`\\|(){}".utf8.contains(byte)
  }

  /// Whether a byte can follow a value; a parenthesis shows a program.
  private static func endsItem(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "&#;,<>\"'`\\|)}".utf8.contains(byte)
  }
}

/// The passwords in URLs: `https://user:password@host`.
enum URLCredentials {
  private static let longest = 1024

  /// Finds the users and passwords of URLs; where a URL of HTTP has no password, the name before the sign `@` is the credential.
  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let colon = text[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = colon + 1
      guard let start = endOfSlashes(in: text, from: index) else { continue }
      let rest = text[start...].prefix(longest)
      let end = rest.firstIndex { $0 <= 0x20 || "/?#\"'<>\\`|{}[](),".utf8.contains($0) }
      guard let at = rest[..<(end ?? rest.endIndex)].lastIndex(of: UInt8(ascii: "@")) else {
        continue
      }
      let sign = text[start..<at].firstIndex(of: UInt8(ascii: ":")) ?? at
      let password = min(sign + 1, at)..<at
      // GitHub takes a token as the name, with this in the place of the password.
      let isFixed = text[password].elementsEqual("x-oauth-basic".utf8)
      if !password.isEmpty, !isFixed {
        found.append(password)
      } else if isHTTP(text, before: colon), start < sign {
        found.append(start..<sign)
      }
      index = at
    }
    return found
  }

  /// The end of `//`, which JSON may write as `\/\/`.
  private static func endOfSlashes(in text: [UInt8], from start: Int) -> Int? {
    var index = start
    for _ in 0..<2 {
      if index < text.count, text[index] == UInt8(ascii: "\\") { index += 1 }
      guard index < text.count, text[index] == UInt8(ascii: "/") else { return nil }
      index += 1
    }
    return index
  }

  private static func isHTTP(_ text: [UInt8], before colon: Int) -> Bool {
    let scheme = text[..<colon].suffix(5).map(\.lowercase)
    return scheme.elementsEqual("https".utf8) || scheme.suffix(4).elementsEqual("http".utf8)
  }
}
