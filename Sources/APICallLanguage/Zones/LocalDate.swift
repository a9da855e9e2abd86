import APICallText

/// A date and time as the clocks of a time zone show it.
struct LocalDate {
  /// What the clocks show, as if it were in UTC.
  let date: CalendarDate
  let offset: ZoneOffset

  init(_ date: CalendarDate) {
    self.date = date
    offset = .utc
  }

  /// Creates the date of a moment; nil outside the years 1 to 9999.
  init?(_ moment: UTCTimestamp, at offset: ZoneOffset) {
    let shown = UTCTimestamp(
      seconds: moment.seconds + offset.seconds, nanoseconds: moment.nanoseconds)
    guard let date = CalendarDate(shown) else { return nil }
    self.date = date
    self.offset = offset
  }
}
