import APICallHTTP
import APICallLanguage
import APICallText

/// The formats of a string, named as in JSON Schema 2020-12 (Validation, section 7.3), as far as
/// requests use them.
package enum InputFormat: String, Sendable, CaseIterable {
  case email, uri, date, time
  case dateTime = "date-time"
  case uuid, hostname, ipv4, ipv6

  package var words: String {
    switch self {
    case .email: "an e-mail address such as ann@example.com"
    case .uri: "a URI with its scheme, such as https://example.com/a"
    case .date: "a date such as 2026-01-31"
    case .time: "a time with its offset, such as 12:30:00Z"
    case .dateTime: "a date and time with its offset, such as 2026-01-31T12:30:00Z"
    case .uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
    case .hostname: "a host name such as api.example.com"
    case .ipv4: "an IPv4 address such as 192.0.2.1"
    case .ipv6: "an IPv6 address such as 2001:db8::1"
    }
  }

  package func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return switch self {
    case .email: Self.isMailbox(text)
    case .uri: URISyntax.isURI(bytes[...])
    case .date: RFC3339.isDate(bytes[...])
    case .time: RFC3339.isTime(bytes[...])
    case .dateTime: RFC3339.isDateTime(bytes[...])
    case .uuid: Self.isUUID(bytes)
    case .hostname: Self.isHostname(text)
    case .ipv4: InternetAddress.isIPv4(text)
    case .ipv6: InternetAddress.canonicalIPv6(text) != nil
    }
  }

  /// A mailbox (RFC 5321, section 4.1.2): a dot-string or a quoted string, `@`, and a domain or an
  /// address in brackets; at most 254 bytes, 64 of them before the `@`.
  static func isMailbox(_ text: String) -> Bool {
    guard text.utf8.count <= 254, let at = text.utf8.lastIndex(of: UInt8(ascii: "@"))
    else { return false }
    let local = text.utf8[..<at]
    let domain = String(text[text.utf8.index(after: at)...])
    guard (1...64).contains(local.count), isDotString(local) || isQuotedString(local)
    else { return false }
    guard domain.hasPrefix("["), domain.hasSuffix("]") else { return isHostname(domain) }
    let literal = String(domain.dropFirst().dropLast())
    return literal.hasPrefix("IPv6:")
      ? InternetAddress.canonicalIPv6(String(literal.dropFirst(5))) != nil
      : InternetAddress.isIPv4(literal)
  }

  /// Words of letters, digits and signs separated by dots (RFC 5322, section 3.2.3).
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
    for byte in local.dropFirst().dropLast() {
      guard (0x20...0x7E).contains(byte) else { return false }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return false
      }
    }
    return !isEscaped
  }

  /// Labels of letters, digits and hyphens, separated by dots (RFC 1123, section 2.1; RFC 1034,
  /// section 3.5): at most 63 bytes per label, and 253 in total.
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
  static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isASCIIHexDigit
      }
  }
}

/// Dates and times of the internet (RFC 3339, section 5.6), read strictly.
enum RFC3339 {
  /// Whether a text is a `full-date`: `2026-01-31`, an existing day.
  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(text)
    return reader.date() != nil && reader.rest.isEmpty
  }

  /// Whether a text is a `full-time`: `12:30:00.25+01:00` or `12:30:00Z`.
  ///
  /// Second 60 is a leap second, at the end of a day in UTC (section 5.7).
  static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(text)
    guard let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
      let minute = reader.number(digits: 2), minute < 60, reader.take(":"),
      let second = reader.number(digits: 2), second <= 60
    else { return false }
    if reader.take("."), reader.nanoseconds() == nil { return false }
    guard let offset = reader.offset(isStrict: true), reader.rest.isEmpty else { return false }
    return second < 60 || (hour * 60 + minute - offset / 60 + 2 * 1440) % 1440 == 1439
  }

  /// Whether a text is a `date-time`: a date, `T` and a time.
  static func isDateTime(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(text.dropFirst(10))
    guard isDate(text.prefix(10)), reader.take("T") || reader.take("t") else { return false }
    return isTime(reader.rest)
  }
}

/// The syntax of URIs (RFC 3986, appendix A), without the rules of single schemes.
enum URISyntax {
  /// Whether a text is a URI with a scheme, in ASCII.
  static func isURI(_ text: ArraySlice<UInt8>) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), isScheme(text[..<colon])
    else { return false }
    var rest = text[(colon + 1)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard holds(rest[(hash + 1)...], and: ":@/?") else { return false }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard holds(rest[(mark + 1)...], and: ":@/?") else { return false }
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard isAuthority(rest[rest.startIndex + 2..<end]) else { return false }
      rest = rest[end...]
    }
    return holds(rest, and: ":@/")
  }

  /// A letter, followed by letters, digits, `+`, `-` and `.` (section 3.1).
  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    text.first?.isASCIILetter == true
      && text.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
  }

  /// A host, with an optional user before it and an optional port after it (section 3.2).
  private static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var host = text
    if let at = host.lastIndex(of: UInt8(ascii: "@")) {
      guard holds(host[..<at], and: ":") else { return false }
      host = host[(at + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = String(decoding: host[(host.startIndex + 1)..<end], as: UTF8.self)
      let port = host[(end + 1)...]
      return InternetAddress.canonicalIPv6(address) != nil && (port.isEmpty || isPort(port))
    }
    guard let colon = host.firstIndex(of: UInt8(ascii: ":")) else { return holds(host, and: "") }
    return holds(host[..<colon], and: "") && isPort(host[colon...])
  }

  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(\.isASCIIDigit)
  }

  /// Whether a text consists of unreserved characters, `sub-delims`, bytes such as `%41`, and some
  /// more characters (section 2).
  private static func holds(_ text: ArraySlice<UInt8>, and more: String) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.isASCIIHexDigit)
        else { return false }
        rest = rest.dropFirst(2)
      } else if !byte.isASCIILetterOrDigit, !"-._~!$&'()*+,;=".utf8.contains(byte),
        !more.utf8.contains(byte)
      {
        return false
      }
    }
    return true
  }
}
