package import APICallSafety
import APICallText

/// Percent-encoding for the components of a URL (RFC 3986, section 2).
package enum PercentEncoding {
  /// The place of a text in a URL.
  package enum Component: Sendable {
    /// A path as its author wrote it: characters that may be in a path are kept, and so is `%41`.
    case pathText
    /// A value that becomes a path segment, or a name or value of a query: every character that is
    /// not unreserved is encoded.
    case value
    /// A name or value of a form: like `value`, but a space becomes `+` (WHATWG URL, section 5.2).
    case form
  }

  /// Encodes bytes.
  ///
  /// Returns ASCII that is valid there.
  package static func encode(_ bytes: [UInt8], for component: Component) -> [UInt8] {
    if bytes.allSatisfy(isUnreserved) { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      switch component {
      case _ where isUnreserved(byte): result.append(byte)
      case .form where byte == UInt8(ascii: " "): result.append(UInt8(ascii: "+"))
      case .pathText where isPathText(byte): result.append(byte)
      case .pathText where byte == UInt8(ascii: "%") && isEscape(bytes[index...]):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
      }
    }
    return result
  }

  /// Encodes text; its secret parts stay secret.
  ///
  /// Returns the encoded text, secret where the text was. In the text of a path, an escape may
  /// begin in one part and end in another, so the whole result has the combined secrecy of the
  /// parts.
  package static func encode(_ text: ProtectedText, for component: Component) -> ProtectedText {
    let secrecy = text.secrecy
    guard component != .pathText, !secrecy.isOpen else {
      return ProtectedText(bytes: encode(text.revealedBytes, for: component), secrecy)
    }
    return text.parts.reduce(into: ProtectedText()) { encoded, part in
      encoded.append(ProtectedText(bytes: encode(part.bytes, for: component), part.secrecy))
    }
  }

  /// Decodes `%41`, and `+` in a form; invalid escapes stay as they are.
  package static func decode(_ bytes: [UInt8], plusIsSpace: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Hexadecimal.value(of: bytes[index + 1]),
        let low = Hexadecimal.value(of: bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        let isPlus = plusIsSpace && bytes[index] == UInt8(ascii: "+")
        result.append(isPlus ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return result
  }

  /// Normalises a path so that equal paths have equal bytes (RFC 3986, section 6.2.2).
  ///
  /// Within a segment, every character that is not unreserved becomes an escape in capitals. An
  /// encoded slash stays encoded.
  package static func normalized(_ path: [UInt8]) -> [UInt8] {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { encode(decode(Array($0), plusIsSpace: false), for: .value) }
      .joined(separator: [UInt8(ascii: "/")]).map { $0 }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isASCIILetterOrDigit
    }
  }

  /// The characters of `pchar` that are neither unreserved nor escapes, and the slash.
  private static func isPathText(_ byte: UInt8) -> Bool { "!$&'()*+,;=:@/".utf8.contains(byte) }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count >= 3 && Hexadecimal.value(of: bytes[bytes.startIndex + 1]) != nil
      && Hexadecimal.value(of: bytes[bytes.startIndex + 2]) != nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
