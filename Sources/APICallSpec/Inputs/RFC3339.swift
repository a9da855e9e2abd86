import APICallHTTP

/// Dates and times of the internet (RFC 3339, section 5.6), read strictly.
enum RFC3339 {
  /// Tells whether a text is a `full-date`: `2026-01-31`, a day that there is.
  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(rest: text)
    guard let year = reader.number(digits: 4), reader.take("-"),
      let month = reader.number(digits: 2), reader.take("-"), let day = reader.number(digits: 2)
    else { return false }
    return reader.rest.isEmpty && (1...12).contains(month)
      && (1...CalendarDate.days(in: month, of: year)).contains(day)
  }

  /// Tells whether a text is a `full-time`: `12:30:00.25+01:00` or `12:30:00Z`.
  ///
  /// Second 60 is that of a leap second, at the end of a day in UTC (section 5.7).
  static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(rest: text)
    guard let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
      let minute = reader.number(digits: 2), minute < 60, reader.take(":"),
      let second = reader.number(digits: 2), second <= 60
    else { return false }
    if reader.take("."), reader.nanoseconds() == nil { return false }
    guard let offset = offset(&reader), reader.rest.isEmpty else { return false }
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// Tells whether a text is a `date-time`: a date, `T` and a time.
  static func isDateTime(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(rest: text.dropFirst(10))
    guard isDate(text.prefix(10)), reader.take("T") || reader.take("t") else { return false }
    return isTime(reader.rest)
  }

  /// The minutes that a place is ahead of UTC.
  private static func offset(_ reader: inout DigitReader) -> Int? {
    if reader.take("Z") || reader.take("z") { return 0 }
    let isBehind = reader.take("-")
    guard isBehind || reader.take("+"), let hours = reader.number(digits: 2), hours < 24,
      reader.take(":"), let minutes = reader.number(digits: 2), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isBehind ? -1 : 1)
  }
}
