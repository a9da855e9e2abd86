package import APICallBase

/// Percent-encoding, per component of a URL (RFC 3986, section 2).
package enum PercentEncoding {
  /// Where in a URL a text is put.
  package enum Component: Sendable {
    /// A path as its author wrote it: what may stand in a path stays, and so does `%41`.
    case pathText
    /// A value that becomes one segment of a path, or one name or value of a query: all but the
    /// unreserved characters is encoded.
    case value
    /// A name or value of a form: as `value`, but a space is `+` (WHATWG URL, section 5.2).
    case form
  }

  /// Encodes octets.
  ///
  /// - Parameters:
  ///   - octets: the text, as UTF-8.
  ///   - component: where it is put.
  /// - Returns: ASCII that may stand there.
  package static func encode(_ octets: [UInt8], for component: Component) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(octets.count)
    for (index, octet) in octets.enumerated() {
      switch component {
      case _ where isUnreserved(octet): result.append(octet)
      case .form where octet == UInt8(ascii: " "): result.append(UInt8(ascii: "+"))
      case .pathText where isPathText(octet): result.append(octet)
      case .pathText where octet == UInt8(ascii: "%") && isEscape(octets[index...]):
        result.append(octet)
      default: result += [UInt8(ascii: "%"), digit(octet >> 4), digit(octet & 0xF)]
      }
    }
    return result
  }

  /// Encodes text, keeping what is secret secret.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - component: where it is put.
  /// - Returns: the encoded text, secret where the text was; in the text of a path, where an escape may
  ///   begin in one part and end in another, all of it is what any part was.
  package static func encode(_ text: ProtectedText, for component: Component) -> ProtectedText {
    guard component != .pathText else {
      return ProtectedText(octets: encode(text.revealedOctets, for: component), text.secrecy)
    }
    return text.parts.reduce(into: ProtectedText()) { encoded, part in
      encoded.append(ProtectedText(octets: encode(part.octets, for: component), part.secrecy))
    }
  }

  /// Decodes `%41`, and `+` in a form; what is no escape stays as it is.
  package static func decode(_ octets: [UInt8], plusIsSpace: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < octets.count {
      if octets[index] == UInt8(ascii: "%"), index + 2 < octets.count,
        let high = Hexadecimal.value(of: octets[index + 1]),
        let low = Hexadecimal.value(of: octets[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        let isPlus = plusIsSpace && octets[index] == UInt8(ascii: "+")
        result.append(isPlus ? UInt8(ascii: " ") : octets[index])
        index += 1
      }
    }
    return result
  }

  /// Writes a path in the one way in which equal paths are equal octets (RFC 3986, section 6.2.2).
  ///
  /// Within a segment all but the unreserved characters is an escape, in capitals. An encoded slash
  /// stays one.
  package static func normalized(_ path: [UInt8]) -> [UInt8] {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { encode(decode(Array($0), plusIsSpace: false), for: .value) }
      .joined(separator: [UInt8(ascii: "/")]).map { $0 }
  }

  private static func isUnreserved(_ octet: UInt8) -> Bool {
    octet.isASCIILetterOrDigit || "-._~".utf8.contains(octet)
  }

  /// `pchar` without the unreserved ones and without escapes, and the slash.
  private static func isPathText(_ octet: UInt8) -> Bool { "!$&'()*+,;=:@/".utf8.contains(octet) }

  private static func isEscape(_ octets: ArraySlice<UInt8>) -> Bool {
    octets.count >= 3 && Hexadecimal.value(of: octets[octets.startIndex + 1]) != nil
      && Hexadecimal.value(of: octets[octets.startIndex + 2]) != nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
