package import APICallText

/// Distinguishes two versions of a resource byte for byte (RFC 9110, section 8.8.1).
package enum StrongValidator: Sendable, Hashable {
  /// An entity tag with its quotes.
  case entityTag(String)
  case lastModified(String)

  /// The minimum number of seconds between a change and the response for the date to distinguish
  /// versions: clocks may differ, and two changes may happen in one second.
  private static let margin = 60

  package init?(_ head: ResponseHead, now: UTCTimestamp) {
    if let tag = head.header("ETag"), Self.isStrong(tag) {
      self = .entityTag(tag)
    } else if let modified = head.header("Last-Modified"), Self.isStrong(modified, in: head, now) {
      self = .lastModified(modified)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .entityTag(let tag): tag
    case .lastModified(let date): date
    }
  }

  /// Returns whether a response belongs to another version; false if it does not have such a field.
  package func isContradicted(by head: ResponseHead) -> Bool {
    switch self {
    case .entityTag(let tag): head.header("ETag").map { $0 != tag } ?? false
    case .lastModified(let date): head.header("Last-Modified").map { $0 != date } ?? false
    }
  }

  /// Returns whether an entity tag is `"…"` without `W/`, with characters that need no escape
  /// (section 8.8.3).
  package static func isStrong(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    return bytes.count >= 2 && bytes.count <= 1024 && bytes.first == 0x22 && bytes.last == 0x22
      && bytes[1..<(bytes.count - 1)].allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) }
  }

  /// Returns whether a date is strong (section 8.8.2.2).
  private static func isStrong(
    _ modified: String, in head: ResponseHead, _ now: UTCTimestamp
  ) -> Bool {
    guard let modified = UTCTimestamp(httpDate: modified, now: now),
      let sent = head.header("Date").flatMap({ UTCTimestamp(httpDate: $0, now: now) })
    else { return false }
    return modified.seconds <= sent.seconds - margin
  }
}
