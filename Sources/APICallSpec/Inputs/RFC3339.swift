import APICallBase
import APICallHTTP

/// Dates and times of the internet (RFC 3339, section 5.6), read strictly.
enum RFC3339 {
  /// Tells whether a text is a `full-date`: `2026-01-31`, a day that there is.
  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard let year = number(4, &rest), take("-", &rest), let month = number(2, &rest),
      take("-", &rest), let day = number(2, &rest)
    else { return false }
    return rest.isEmpty && (1...12).contains(month)
      && (1...CalendarDate.days(in: month, of: year)).contains(day)
  }

  /// Tells whether a text is a `full-time`: `12:30:00.25+01:00` or `12:30:00Z`.
  ///
  /// Second 60 is that of a leap second, at the end of a day in UTC (section 5.7).
  static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard let hour = number(2, &rest), hour < 24, take(":", &rest),
      let minute = number(2, &rest), minute < 60, take(":", &rest),
      let second = number(2, &rest), second <= 60
    else { return false }
    if take(".", &rest) {
      guard rest.first?.isASCIIDigit == true else { return false }
      rest = rest.drop { $0.isASCIIDigit }
    }
    guard let offset = offset(&rest), rest.isEmpty else { return false }
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// Tells whether a text is a `date-time`: a date, `T` and a time.
  static func isDateTime(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text.dropFirst(10)
    guard isDate(text.prefix(10)), take("T", &rest) || take("t", &rest) else { return false }
    return isTime(rest)
  }

  /// The minutes that a place is ahead of UTC.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if take("Z", &rest) || take("z", &rest) { return 0 }
    let isBehind = take("-", &rest)
    guard isBehind || take("+", &rest), let hours = number(2, &rest), hours < 24,
      take(":", &rest), let minutes = number(2, &rest), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isBehind ? -1 : 1)
  }

  private static func take(_ sign: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ digits: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(\.isASCIIDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
