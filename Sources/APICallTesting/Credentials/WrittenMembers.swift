import APICallSafety
import APICallText

/// The members of text that looks like JSON, such as a body that was cut off, and the like in other
/// languages: `token: 'x'`, `csrfToken = "x"`, `{\"token\":\"x\"}`.
enum WrittenMembers {
  private static let longestName = 128

  /// Returns the places of the values, without quotes; the last one may be cut off.
  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "="),
        let name = name(in: text, before: index)
      else {
        index += 1
        continue
      }
      index += 1
      guard NamedSecrets.contain(text[name.range]) else { continue }
      let next = text.endOfWhiteSpace(from: index)
      if let value = value(in: text, at: next) {
        // Without quotes around the name it is a program or a list of settings, with one a line.
        guard name.isQuoted || value.upperBound < text.count && !text[value].contains(0x0A) else {
          continue
        }
        let isKeyboard =
          !name.isQuoted && value.count == 1 && NamedSecrets.isKeyOfKeyboard(text[name.range])
        if !value.isEmpty, !isKeyboard { found.append(value) }
        index = value.upperBound
      } else if name.isQuoted, next < text.count, text[next].isASCIIDigit {
        let last = text[next...].firstIndex { ",]} \r\n\t".utf8.contains($0) } ?? text.count
        let number = text[next..<last]
        let isNumber = number.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
        if isNumber, !CredentialText.isSmall(number: number) { found.append(next..<last) }
        index = last
      }
    }
    return found
  }

  /// The name before a sign, with or without quotes, which may be escaped.
  private static func name(
    in text: [UInt8], before sign: Int
  ) -> (range: Range<Int>, isQuoted: Bool)? {
    var end = sign
    while end > 0, text[end - 1].isWhiteSpace, sign - end < longestName { end -= 1 }
    guard end > 0 else { return nil }
    let isQuoted = isQuote(text[end - 1])
    if isQuoted { end -= 1 }
    while isQuoted, end > 0, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    let start = text.startOfWord(before: end, with: "_-.[]$", atMost: longestName)
    return start < end ? (start..<end, isQuoted) : nil
  }

  /// The text in quotes that begins at a place; nil if there are no quotes.
  private static func value(in text: [UInt8], at start: Int) -> Range<Int>? {
    var first = start
    while first < text.count, text[first] == UInt8(ascii: "\\") { first += 1 }
    guard first < text.count, isQuote(text[first]) else { return nil }
    let (depth, quote) = (first - start, text[first])
    first += 1
    var (end, escapes) = (first, 0)
    while end < text.count {
      if text[end] == UInt8(ascii: "\\") {
        escapes += 1
      } else {
        // Within escaped quotes, a quote with more backslashes belongs to the value.
        if text[end] == quote, depth == 0 ? escapes % 2 == 0 : escapes <= depth {
          return first..<max(first, end - min(escapes, depth))
        }
        escapes = 0
      }
      end += 1
    }
    return first..<text.count
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }
}
