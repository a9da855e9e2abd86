import APICallHTTP
import APICallText

/// Tells credentials from the words, sentences and paths in fields that have the same names.
enum CredentialText {
  /// The length in bytes of the shortest credential that is searched for in other places.
  private static let shortest = 6
  /// The number of letters in the longest word.
  private static let longestWord = 20
  /// The number of digits in the shortest number that is a credential.
  private static let shortestNumber = 6

  /// Returns whether the value of a field with the name of a credential can be one: a text with
  /// spaces is a sentence, unless it begins with an authentication scheme or is a list of cookies.
  static func isPossible(_ text: [UInt8]) -> Bool {
    guard let space = text.firstIndex(where: isSpace) else { return true }
    if credentials(afterSchemeIn: text) != nil { return true }
    // `sid=x; Path=/`
    let first = text[..<space]
    return first.last == UInt8(ascii: ";") && first.dropFirst().contains(UInt8(ascii: "="))
  }

  /// The credentials after an authentication scheme: `abc1` in `Bearer abc1`.
  static func credentials(afterSchemeIn text: [UInt8]) -> [UInt8]? {
    guard
      let scheme = CredentialFields.scheme(
        of: String(decoding: text, as: UTF8.self), in: "authorization")
    else { return nil }
    let rest = Array(text.dropFirst(scheme.utf8.count + 1))
    // "Token expired" is a text for the user, and `Bearer <token>` has a placeholder.
    guard let first = rest.first, !"<${[".utf8.contains(first),
      rest.contains(where: { !(0x61...0x7A).contains($0) }),
      !rest.contains(where: isSpace) || rest.contains(UInt8(ascii: "="))
    else { return nil }
    return rest
  }

  /// Returns whether a credential cannot be an ordinary text, so that it is one in any place.
  static func isDistinct(_ text: [UInt8]) -> Bool {
    text.count >= shortest && !text.contains(where: isSpace) && !isPlainWord(text)
      && text.first != UInt8(ascii: "/") && text.firstRange(of: Array("://".utf8)) == nil
  }

  /// Returns whether a number has so few digits that it is more likely to count something.
  static func isSmall(number: some Collection<UInt8>) -> Bool {
    number.count { $0.isASCIIDigit } < shortestNumber
  }

  /// Whether a text is `word`, `Word` or `WORD`.
  private static func isPlainWord(_ text: [UInt8]) -> Bool {
    func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    guard text.allSatisfy({ $0.isASCIILetter || $0 >= 0x80 }),
      text.count(where: { $0 & 0xC0 != 0x80 }) <= longestWord
    else { return false }
    return !text.dropFirst().contains(where: isCapital)
      || text.allSatisfy { isCapital($0) || $0 >= 0x80 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

// What the searches for credentials look for in bytes.
extension UInt8 {
  /// Whether it is white space of JSON, HTML or XML.
  var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension [UInt8] {
  func endOfWhiteSpace(from start: Int) -> Int {
    self[start...].firstIndex { !$0.isWhiteSpace } ?? count
  }

  /// The start of the word before a place: at most a number of letters, digits and other bytes.
  func startOfWord(before end: Int, with others: String, atMost most: Int) -> Int {
    var start = end
    while start > 0, end - start <= most,
      self[start - 1].isASCIILetterOrDigit || others.utf8.contains(self[start - 1])
    {
      start -= 1
    }
    return start
  }
}
