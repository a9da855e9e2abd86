/// A point in time in the Gregorian calendar, in UTC.
package struct CalendarDate: Sendable, Hashable {
  /// From 1 to 9999.
  package let year: Int
  /// From 1 to 12.
  package let month: Int
  /// From 1 to 31.
  package let day: Int
  /// From 0 to 23.
  package let hour: Int
  /// From 0 to 59.
  package let minute: Int
  /// From 0 to 59.
  package let second: Int
  /// Days since Sunday, from 0 to 6.
  package let weekday: Int
  /// From 1 to 366.
  package let dayOfYear: Int
  package let moment: UTCTimestamp

  /// The moments of the years 1 to 9999, in seconds since 1970.
  package static let seconds = -62_135_596_800...253_402_300_799
  package static let years = "the years 1 to 9999"

  /// Converts a moment to a date; nil outside the years 1 to 9999.
  package init?(_ moment: UTCTimestamp) {
    guard Self.seconds.contains(moment.seconds) else { return nil }
    let (day, second) = moment.seconds.quotientAndRemainderRoundingDown(by: 86_400)
    // Day 0 is the first of January of the year 1, a Monday.
    let days = day + Self.daysBefore(year: 1970)
    // 400 years are 146 097 days: the estimate is off by at most one.
    var year = days * 400 / 146_097 + 1
    while Self.daysBefore(year: year) > days { year -= 1 }
    while Self.daysBefore(year: year + 1) <= days { year += 1 }
    var rest = days - Self.daysBefore(year: year)
    dayOfYear = rest + 1
    var month = 1
    while rest >= Self.days(in: month, of: year) {
      rest -= Self.days(in: month, of: year)
      month += 1
    }
    self.year = year
    self.month = month
    self.day = rest + 1
    weekday = (days + 1) % 7
    hour = second / 3_600
    minute = second / 60 % 60
    self.second = second % 60
    self.moment = moment
  }

  /// The date and the time to the second, without a zone: `2026-01-31T12:00:00`.
  package var iso8601: String {
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
      + "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
  }

  /// The number of days from the first of January of the year 1 to that of another year.
  package static func daysBefore(year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The year and the number of the ISO 8601 week: weeks begin on Monday, and the first week of a
  /// year contains its first Thursday.
  package var week: (year: Int, number: Int) {
    let sinceMonday = (weekday + 6) % 7
    let number = (dayOfYear - 1 - sinceMonday + 10) / 7
    if number < 1 { return (year - 1, Self.weeks(in: year - 1)) }
    if number > Self.weeks(in: year) { return (year + 1, 1) }
    return (year, number)
  }

  /// A year has 53 weeks if it begins on a Thursday, or on a Wednesday and is a leap year.
  private static func weeks(in year: Int) -> Int {
    let first = (daysBefore(year: year) + 1) % 7
    return first == 4 || (first == 3 && isLeap(year)) ? 53 : 52
  }
}

extension Int {
  /// The quotient, rounded down, and the remainder, which is never negative.
  func quotientAndRemainderRoundingDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension CalendarDate {
  /// The number of days from the beginning of 1970 to that of a day.
  package static func days(toYear year: Int, month: Int = 1, day: Int = 1) -> Int {
    let months = (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
    return daysBefore(year: year) - daysBefore(year: 1970) + months + day - 1
  }
}
