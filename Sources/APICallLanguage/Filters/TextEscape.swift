import APICallText

/// How a value is written so that it stays text within another language.
package enum TextEscape: String, Sendable, CaseIterable {
  case none
  case xml
  case html
  /// With backslashes, in a name or a tag of a line for InfluxDB.
  case lineProtocol = "line_protocol"

  /// Why the language has no form for a text.
  package enum Fault: Error {
    case has(String)
    case tooLarge
  }

  package var language: String {
    switch self {
    case .none: "text"
    case .xml: "XML"
    case .html: "HTML"
    case .lineProtocol: "line protocol"
    }
  }

  package func escaped(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
    switch self {
    case .none: return bytes
    case .html: return try Self.replacing(bytes) { Self.reference(to: $0) }
    case .xml:
      guard !Self.isOutsideXML(bytes) else { throw .has("a control character") }
      // A parser changes other line breaks everywhere, and all white space in attributes (XML 1.0,
      // sections 2.11 and 3.3.3).
      return try Self.replacing(bytes) { byte in
        switch byte {
        case 0x09: "&#9;"
        case 0x0A: "&#10;"
        case 0x0D: "&#13;"
        default: Self.reference(to: byte)
        }
      }
    case .lineProtocol:
      // A line break ends a line, and no escape of it is standard.
      guard !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { throw .has("a line break") }
      // It would escape what follows the value.
      guard bytes.last != UInt8(ascii: "\\") else { throw .has("a backslash at the end") }
      return try Self.replacing(bytes) { byte in
        switch byte {
        case UInt8(ascii: ","): "\\,"
        case UInt8(ascii: "="): "\\="
        case UInt8(ascii: " "): "\\ "
        default: nil
        }
      }
    }
  }

  /// Replaces bytes of a text, within the limit of results.
  static func replacing(
    _ bytes: [UInt8], _ replacement: (UInt8) -> StaticString?
  ) throws(Fault) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if let text = replacement(byte) {
        text.withUTF8Buffer { result += $0 }
      } else {
        result.append(byte)
      }
      guard result.count <= BufferedBytes.limit else { throw .tooLarge }
    }
    return result
  }

  private static func reference(to byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  /// Whether a text has characters that have no form in XML at all, not even a reference (XML 1.0,
  /// section 2.2).
  private static func isOutsideXML(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      let byte = bytes[index]
      if byte < 0x20 { return byte != 0x09 && byte != 0x0A && byte != 0x0D }
      // U+FFFE and U+FFFF.
      return byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF
        && bytes[index + 2] >= 0xBE
    }
  }
}
