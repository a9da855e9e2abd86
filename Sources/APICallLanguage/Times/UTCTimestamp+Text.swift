import APICallText
import JSONText

extension UTCTimestamp {
  /// The time to the millisecond: `2026-01-31T12:00:00.250Z`.
  package var iso8601Milliseconds: String {
    CalendarDate(self) == nil ? String(seconds) : "\(iso8601Nanoseconds.dropLast(7))Z"
  }

  /// The time to the second, rounded down: `2026-01-31T12:00:00Z`.
  package var iso8601: String {
    iso8601Nanoseconds.prefix { $0 != "." } + "Z"
  }

  /// The time to the nanosecond: `2026-01-31T12:00:00.250000000Z`.
  ///
  /// A time outside the years 1 to 9999 becomes the first or the last second of them.
  package var iso8601Nanoseconds: String {
    let range = CalendarDate.seconds
    let seconds = min(max(seconds, range.lowerBound), range.upperBound)
    guard let date = CalendarDate(UTCTimestamp(seconds: seconds)),
      let text = DateFormat.iso8601.value(of: date).plainText
    else { return String(seconds) }
    let digits = String(nanoseconds)
    let zeros = String(repeating: "0", count: max(0, 9 - digits.utf8.count))
    return "\(text.dropLast()).\(zeros)\(digits)Z"
  }

  /// The time with a fraction only if it has one: `2026-01-31T12:00:00.25Z`.
  var iso8601Shortest: String {
    guard nanoseconds > 0 else { return iso8601 }
    var text = iso8601Nanoseconds.dropLast()
    while text.last == "0" { text.removeLast() }
    return text + "Z"
  }

  /// Reads a number of seconds since 1970 in the syntax of JSON; nil outside the years 1 to 9999.
  init?(decimal text: String) {
    // 64 bits of nanoseconds end in the year 2262.
    guard let total = JSONNumeral(text)?.integer(Int128.self, roundedDownTimesTenTo: 9)
    else { return nil }
    self.init(nanosecondsSince1970: total)
  }

  /// The time after a number of nanoseconds; nil outside the years 1 to 9999.
  init?(nanosecondsSince1970 total: Int128) {
    var (whole, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 { (whole, rest) = (whole - 1, rest + 1_000_000_000) }
    guard let seconds = Int(exactly: whole), CalendarDate.seconds.contains(seconds)
    else { return nil }
    self.init(seconds: seconds, nanoseconds: Int(rest))
  }

  /// Reads a date, `2026-01-31`, or a date and a time, `2026-01-31T12:00:00.25+01:00` (RFC 3339).
  ///
  /// The seconds may be missing, a space may replace the T, and a time without an offset is in UTC.
  package init?(iso8601 text: String) {
    var reader = DigitReader(Array(text.utf8)[...])
    guard let (year, month, day) = reader.date(), year >= 1 else { return nil }
    var seconds = CalendarDate.days(toYear: year, month: month, day: day) * 86_400
    var nanoseconds = 0
    if reader.take("T") || reader.take("t") || reader.take(" ") {
      guard let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
        let minute = reader.number(digits: 2), minute < 60
      else { return nil }
      seconds += hour * 3_600 + minute * 60
      if reader.take(":") {
        // 60 is a leap second, which counts as the first of the next minute.
        guard let second = reader.number(digits: 2), second <= 60 else { return nil }
        seconds += second
        if reader.take(".") {
          guard let fraction = reader.nanoseconds() else { return nil }
          nanoseconds = fraction
        }
      }
      guard let offset = reader.offset() else { return nil }
      seconds -= offset
    }
    guard reader.rest.isEmpty else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }
}
