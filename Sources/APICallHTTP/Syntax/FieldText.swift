/// The value of a header field of a response, or a part of one: its bytes, and how they are shown.
///
/// Bytes that are not UTF-8 are shown as ISO 8859-1, in which any bytes are text (RFC 9110, section
/// 5.5).
package struct FieldText: Sendable, Hashable {
  package private(set) var text: String
  /// Whether the bytes are not UTF-8, and the text is the one that they are in ISO 8859-1.
  package private(set) var isLatin1: Bool

  package init(_ text: String) {
    self.text = text
    isLatin1 = false
  }

  /// Creates a value from its bytes, which are an array: a generic parameter would be looked up at
  /// run time, for each response.
  package init(bytes: [UInt8]) {
    // Nearly all are ASCII, whose check needs no generic code.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      text = String(decoding: bytes, as: UTF8.self)
      isLatin1 = false
    } else if let text = String(validating: bytes, as: UTF8.self) {
      self.text = text
      isLatin1 = false
    } else {
      text = Self.text(latin1: bytes)
      isLatin1 = true
    }
  }

  /// Creates a value from a copy of its bytes.
  package init(copying bytes: UnsafeRawBufferPointer) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(String(decoding: bytes, as: UTF8.self))
    } else {
      self.init(bytes: Array(bytes))
    }
  }

  package var bytes: [UInt8] { isLatin1 ? Self.latin1(text) ?? [] : Array(text.utf8) }

  /// Appends a further line of the value, after a space.
  package mutating func append(line: [UInt8]) {
    if !isLatin1, let line = String(validating: line, as: UTF8.self) {
      text += " " + line
      return
    }
    // A space cannot complete what is not UTF-8, so the lines before it need not be read again.
    if !isLatin1 { (text, isLatin1) = (Self.text(latin1: Array(text.utf8)), true) }
    text += " " + Self.text(latin1: line)
  }

  /// Returns the text that bytes are in ISO 8859-1, in which any bytes are text.
  package static func text(latin1 bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }

  /// Returns one byte for each character; nil if a character has none.
  package static func latin1(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension FieldText: CustomStringConvertible {
  package var description: String { text }
}
