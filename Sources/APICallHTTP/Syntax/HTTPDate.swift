package import APICallText

extension UTCTimestamp {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private struct Words {
    var year: Substring
    var month: Substring
    var day: Substring
    var clock: Substring
    /// Whether the year has only its last two digits.
    var isShort = false

    /// Finds the words in one of the three forms.
    init?(_ text: String) {
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      let isZoned = words[0].hasSuffix(",") && words.last == "GMT"
      switch words.count {
      case 6 where isZoned && words[0].utf8.count == 4:
        (day, month, year, clock) = (words[1], words[2], words[3], words[4])
      case 4 where isZoned:
        let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3 else { return nil }
        (day, month, year, clock) = (date[0], date[1], date[2], words[2])
        isShort = true
      case 5 where words[0].utf8.count == 3:
        (day, month, year, clock) = (words[2], words[1], words[4], words[3])
      case 6 where words[0].utf8.count == 3 && words[2].isEmpty && words[3].utf8.count == 1:
        (day, month, year, clock) = ("0" + words[3], words[1], words[5], words[4])
      default: return nil
      }
    }
  }

  /// Reads a date in a header field, in one of the three forms of RFC 9110, section 5.6.7:
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  /// `Sun Nov  6 08:49:37 1994`.
  package init?(httpDate text: String, now: UTCTimestamp) {
    guard let words = Words(text), let day = Self.number(words.day, digits: 2),
      var year = Self.number(words.year, digits: words.isShort ? 2 : 4),
      let month = Self.months.firstIndex(where: { $0 == words.month })
    else { return nil }
    if words.isShort {
      let present = CalendarDate(now)?.year ?? 1970
      year += present - present % 100
      if year > present + 50 { year -= 100 }
    }
    let parts = words.clock.split(separator: ":", omittingEmptySubsequences: false)
    let clock = parts.compactMap { Self.number($0, digits: 2) }
    guard year > 0, parts.count == 3, clock.count == 3, clock[0] < 24, clock[1] < 60,
      clock[2] <= 60, (1...CalendarDate.days(in: month + 1, of: year)).contains(day)
    else { return nil }
    var days = CalendarDate.daysBefore(year: year) - CalendarDate.daysBefore(year: 1970) + day - 1
    for earlier in 0..<month { days += CalendarDate.days(in: earlier + 1, of: year) }
    self.init(seconds: ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2])
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }
}
