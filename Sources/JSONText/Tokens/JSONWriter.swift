/// Writes pieces of JSON (RFC 8259).
public enum JSONWriter {
  /// Appends a string as JSON, with quotes.
  ///
  /// Only quotes, backslashes and control characters U+0000 to U+001F become escapes (section 7);
  /// everything else stays UTF-8.
  ///
  /// - Parameters:
  ///   - text: the string.
  ///   - bytes: the array to append to.
  public static func append(string text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { append(content: $0.span, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the content of a JSON string, without quotes.
  ///
  /// A string may be appended in several pieces.
  ///
  /// - Parameters:
  ///   - text: a piece of text in UTF-8, which is not checked.
  ///   - bytes: the array to append to.
  public static func append(content text: Span<UInt8>, to bytes: inout [UInt8]) {
    var index = 0
    while index < text.count {
      var end = text.endOfPlainRun(from: index)
      // Bytes beyond ASCII end a plain run but need no escape.
      while end < text.count, text[end] >= 0x80 { end += 1 }
      bytes.append(span: text.extracting(index..<end))
      index = end
      guard index < text.count else { break }
      let byte = text[index]
      guard byte < 0x20 || byte == 0x22 || byte == 0x5c else { continue }
      appendEscape(of: byte, to: &bytes)
      index += 1
    }
  }

  /// Returns a string as JSON, with quotes.
  ///
  /// - Parameter text: the string.
  /// - Returns: the JSON string, such as `"a\n"` with its quotes and escapes.
  public static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(string: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a text is exactly one JSON number (section 6), without white space around it.
  ///
  /// - Parameter text: the text, such as `1.10`; `+1`, `.5`, `1.`, `01` and `NaN` are not numbers.
  /// - Returns: whether the text is valid JSON as it is.
  public static func isNumber(_ text: String) -> Bool {
    isNumber(bytes: text.utf8)
  }

  static func isNumber(bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, var part = JSONNumberPart(first: first) else { return false }
    for byte in bytes.dropFirst() {
      guard let next = part.next(byte) else { return false }
      part = next
    }
    return part.isComplete
  }

  /// Appends the escape of a control character, a quote or a backslash.
  static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0c: bytes.append(UInt8(ascii: "f"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let low = byte & 0x0f
      bytes.append(low < 10 ? 0x30 + low : 0x57 + low)
    default: bytes.append(byte)
    }
  }
}
