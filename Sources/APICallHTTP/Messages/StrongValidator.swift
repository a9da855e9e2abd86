import APICallBase

/// Distinguishes two versions of a resource byte for byte (RFC 9110, section 8.8.1).
package enum StrongValidator: Sendable, Hashable {
  /// An entity tag with its quotes.
  case entityTag(String)
  /// The value of Last-Modified.
  case lastModified(String)

  /// The minimum number of seconds between a change and the response for the date to distinguish
  /// versions: clocks may differ, and two changes may happen in one second.
  private static let margin = 60

  /// Takes the strong validator of a response.
  ///
  /// - Parameter head: the head of the response; nil if it has no strong validator.
  package init?(_ head: ResponseHead) {
    if let tag = head.header("ETag"), Self.isStrong(tag) {
      self = .entityTag(tag)
    } else if let modified = head.header("Last-Modified"), Self.isStrong(modified, in: head) {
      self = .lastModified(modified)
    } else {
      return nil
    }
  }

  /// The value for If-Range.
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
  private static func isStrong(_ modified: String, in head: ResponseHead) -> Bool {
    guard let modified = Timestamp(httpDate: modified),
      let sent = head.header("Date").flatMap({ Timestamp(httpDate: $0) })
    else { return false }
    return modified.seconds <= sent.seconds - margin
  }
}

extension Timestamp {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7), but not the obsolete forms.
  package init?(httpDate text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      let day = Self.number(words[1], digits: 2), let year = Self.number(words[3], digits: 4),
      let month = Self.months.firstIndex(where: { $0 == words[2] }), year > 0
    else { return nil }
    let parts = words[4].split(separator: ":", omittingEmptySubsequences: false)
    let clock = parts.compactMap { Self.number($0, digits: 2) }
    guard parts.count == 3, clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] <= 60,
      (1...CalendarDate.days(in: month + 1, of: year)).contains(day)
    else { return nil }
    var days = CalendarDate.daysBefore(year: year) - CalendarDate.daysBefore(year: 1970) + day - 1
    for earlier in 0..<month { days += CalendarDate.days(in: earlier + 1, of: year) }
    self.init(seconds: ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2])
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(text) : nil
  }
}
