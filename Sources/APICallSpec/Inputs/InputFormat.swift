import APICallBase
import HostNames

/// The formats that text can be asked to have: those of JSON Schema 2020-12 (Validation, section
/// 7.3) that an API takes in a request.
package enum InputFormat: String, Sendable, CaseIterable {
  case email, uri, date, time
  case dateTime = "date-time"
  case uuid, hostname, ipv4, ipv6

  /// The format in the words of messages, with an article and an example.
  package var words: String {
    switch self {
    case .email: "an e-mail address such as ann@example.com"
    case .uri: "a URI with its scheme, such as https://example.com/a"
    case .date: "a date such as 2026-01-31"
    case .time: "a time with its offset, such as 12:30:00Z"
    case .dateTime: "a date and time with its offset, such as 2026-01-31T12:30:00Z"
    case .uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
    case .hostname: "the name of a host, such as api.example.com"
    case .ipv4: "an IPv4 address such as 192.0.2.1"
    case .ipv6: "an IPv6 address such as 2001:db8::1"
    }
  }

  /// Tells whether a text has the format.
  ///
  /// - Parameter text: the text, all of which is looked at.
  /// - Returns: whether all of it has the format.
  package func accepts(_ text: String) -> Bool {
    let octets = Array(text.utf8)
    return switch self {
    case .email: Self.isMailbox(text)
    case .uri: URISyntax.isURI(octets[...])
    case .date: RFC3339.isDate(octets[...])
    case .time: RFC3339.isTime(octets[...])
    case .dateTime: RFC3339.isDateTime(octets[...])
    case .uuid: Self.isUUID(octets)
    case .hostname: Self.isHostname(text)
    case .ipv4: InternetAddress.isIPv4(text)
    case .ipv6: InternetAddress.canonicalIPv6(text) != nil
    }
  }

  /// A mailbox (RFC 5321, section 4.1.2): a dot-string or a quoted string, `@`, and a domain or an
  /// address in brackets; at most 254 octets, 64 of them before the `@`.
  static func isMailbox(_ text: String) -> Bool {
    guard text.utf8.count <= 254, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else {
      return false
    }
    let local = text.utf8[..<at]
    let domain = String(text[text.utf8.index(after: at)...])
    guard (1...64).contains(local.count), isDotString(local) || isQuotedString(local) else {
      return false
    }
    guard domain.hasPrefix("["), domain.hasSuffix("]") else { return isHostname(domain) }
    let literal = String(domain.dropFirst().dropLast())
    return literal.hasPrefix("IPv6:")
      ? InternetAddress.canonicalIPv6(String(literal.dropFirst(5))) != nil
      : InternetAddress.isIPv4(literal)
  }

  /// Words of letters, digits and signs with dots between (RFC 5322, section 3.2.3).
  private static func isDotString(_ local: Substring.UTF8View) -> Bool {
    local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy { $0.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
    }
  }

  private static func isQuotedString(_ local: Substring.UTF8View) -> Bool {
    guard local.count >= 2, local.first == UInt8(ascii: "\""), local.last == UInt8(ascii: "\"")
    else { return false }
    var isEscaped = false
    for octet in local.dropFirst().dropLast() {
      guard (0x20...0x7E).contains(octet) else { return false }
      if isEscaped {
        isEscaped = false
      } else if octet == UInt8(ascii: "\\") {
        isEscaped = true
      } else if octet == UInt8(ascii: "\"") {
        return false
      }
    }
    return !isEscaped
  }

  /// Labels of letters, digits and hyphens with dots between (RFC 1123, section 2.1; RFC 1034,
  /// section 3.5): 63 octets a label, 253 together.
  static func isHostname(_ text: String) -> Bool {
    guard (1...253).contains(text.utf8.count) else { return false }
    return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
          && label.last != UInt8(ascii: "-")
          && label.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
      }
  }

  /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562, section 4).
  static func isUUID(_ octets: [UInt8]) -> Bool {
    octets.count == 36
      && octets.enumerated().allSatisfy { index, octet in
        [8, 13, 18, 23].contains(index) ? octet == UInt8(ascii: "-") : octet.isASCIIHexDigit
      }
  }
}
