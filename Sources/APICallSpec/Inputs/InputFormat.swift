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
}
