/// Writes pieces of JSON (RFC 8259).
public enum JSONWriter {
  /// Appends a string as JSON, with quotes.
  ///
  /// Only quotes, backslashes and control characters U+0000 to U+001F become escapes (section 7);
  /// everything else stays UTF-8.
  ///
  /// - Parameters:
  ///   - text: the string.
  ///   - octets: the array to append to.
  public static func append(string text: String, to octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { append(content: $0.span, to: &octets) }
    octets.append(UInt8(ascii: "\""))
  }

  /// Appends the content of a JSON string, without quotes.
  ///
  /// A string may be appended in several pieces.
  ///
  /// - Parameters:
  ///   - text: a piece of text in UTF-8, which is not checked.
  ///   - octets: the array to append to.
  public static func append(content text: Span<UInt8>, to octets: inout [UInt8]) {
    var index = 0
    while index < text.count {
      var end = text.endOfPlainRun(from: index)
      // Bytes beyond ASCII end a plain run but need no escape.
      while end < text.count, text[end] >= 0x80 { end += 1 }
      octets.append(span: text.extracting(index..<end))
      index = end
      guard index < text.count else { break }
      let octet = text[index]
      guard octet < 0x20 || octet == 0x22 || octet == 0x5c else { continue }
      appendEscape(of: octet, to: &octets)
      index += 1
    }
  }

  /// Returns a string as JSON, with quotes.
  ///
  /// - Parameter text: the string.
  /// - Returns: the JSON string, such as `"a\n"` with its quotes and escapes.
  public static func string(_ text: String) -> String {
    var octets: [UInt8] = []
    append(string: text, to: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  /// Returns whether a text is exactly one JSON number (section 6), without white space around it.
  ///
  /// - Parameter text: the text, such as `1.10`; `+1`, `.5`, `1.`, `01` and `NaN` are not numbers.
  /// - Returns: whether the text is valid JSON as it is.
  public static func isNumber(_ text: String) -> Bool {
    isNumber(octets: text.utf8)
  }

  static func isNumber(octets: some Collection<UInt8>) -> Bool {
    guard let first = octets.first, var part = JSONNumberPart(first: first) else { return false }
    for octet in octets.dropFirst() {
      guard let next = part.next(octet) else { return false }
      part = next
    }
    return part.isComplete
  }

  /// Appends the escape of a control character, a quote or a backslash.
  static func appendEscape(of octet: UInt8, to octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\\"))
    switch octet {
    case 0x08: octets.append(UInt8(ascii: "b"))
    case 0x09: octets.append(UInt8(ascii: "t"))
    case 0x0a: octets.append(UInt8(ascii: "n"))
    case 0x0c: octets.append(UInt8(ascii: "f"))
    case 0x0d: octets.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      octets.append(contentsOf: "u00".utf8)
      octets.append(octet < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let low = octet & 0x0f
      octets.append(low < 10 ? 0x30 + low : 0x57 + low)
    default: octets.append(octet)
    }
  }
}
