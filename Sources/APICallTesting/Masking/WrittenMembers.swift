import APICallBase

/// The members of text that looks like JSON but cannot be read as such: a body that was cut off, or
/// one with something before it.
enum WrittenMembers {
  /// Finds the values of members whose names are those of credentials.
  ///
  /// - Parameter text: any text.
  /// - Returns: the places of the values, without quotes; the last one may be cut off.
  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let start = text[index...].firstIndex(of: quote) {
      let end = endOfString(in: text, from: start + 1)
      guard end < text.count else { break }
      var next = skipSpace(in: text, from: end + 1)
      guard next < text.count, text[next] == UInt8(ascii: ":") else {
        // The quote may as well begin the next string.
        index = start + 1
        continue
      }
      next = skipSpace(in: text, from: next + 1)
      index = next
      guard NamedSecrets.contain(String(decoding: text[(start + 1)..<end], as: UTF8.self)),
        next < text.count
      else { continue }
      if text[next] == quote {
        let last = endOfString(in: text, from: next + 1)
        if last > next + 1 { found.append(next + 1..<last) }
        index = min(last + 1, text.count)
      } else if text[next].isASCIIDigit {
        let last = text[next...].firstIndex { ",]} \r\n\t".utf8.contains($0) } ?? text.count
        found.append(next..<last)
        index = last
      }
    }
    return found
  }

  private static let quote = UInt8(ascii: "\"")

  /// The index of the quote that ends a string; the length of the text if none does.
  private static func endOfString(in text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count, text[index] != quote {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, text.count)
  }

  private static func skipSpace(in text: [UInt8], from start: Int) -> Int {
    text[start...].firstIndex { !" \r\n\t".utf8.contains($0) } ?? text.count
  }
}
