package import APICallSafety
import APICallText

/// A header field of a request; its value may contain secrets (RFC 9110, section 5).
package struct HeaderField: Sendable, Hashable {
  /// The name as it is written; names are case-insensitive.
  package var name: String
  package var value: ProtectedText

  package init(_ name: String, _ value: ProtectedText) {
    self.name = name
    self.value = value
  }

  /// Returns whether the field has a name, ignoring case.
  package func isNamed(_ other: String) -> Bool {
    HeaderSyntax.isSame(name, other)
  }
}

/// The syntax of header fields and methods (RFC 9110, sections 5.1, 5.5 and 5.6.2).
package enum HeaderSyntax {
  /// Returns whether a text is a token: the name of a header field, or a method.
  package static func isName(_ text: String) -> Bool { isName(text[...]) }

  package static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  /// Returns whether bytes can be the value of a header field: no control characters except tab.
  package static func isValue(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }

  /// Returns whether a header field makes a request conditional (RFC 9110, section 13.1).
  package static func isCondition(_ name: String) -> Bool {
    conditions.contains { isSame($0, name) }
  }

  private static let conditions = [
    "If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since", "If-Range",
  ]

  /// Returns whether two names of header fields are the same, ignoring case.
  static func isSame(_ name: String, _ other: String) -> Bool {
    guard name.utf8.count == other.utf8.count else { return false }
    let (name, other) = (name.utf8.span, other.utf8.span)
    for index in name.indices where name[index] != other[index] {
      guard name[index] ^ other[index] == 0x20, name[index].isASCIILetter else { return false }
    }
    return true
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
