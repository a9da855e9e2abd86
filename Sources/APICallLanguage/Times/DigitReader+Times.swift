import APICallText

/// The parts of dates and times.
extension DigitReader {
  /// An existing day: `2026-01-31`.
  package mutating func date() -> (year: Int, month: Int, day: Int)? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2), (1...12).contains(month),
      (1...CalendarDate.days(in: month, of: year)).contains(day)
    else { return nil }
    return (year, month, day)
  }

  /// The digits of a fraction; those after the ninth are ignored.
  package mutating func nanoseconds() -> Int? {
    guard var number = digit() else { return nil }
    var count = 1
    while let digit = digit() {
      if count < 9 { number = number * 10 + digit }
      count += 1
    }
    for _ in min(count, 9)..<9 { number *= 10 }
    return number
  }

  /// The offset from UTC in seconds, `Z` or `+01:00`; nil for anything else.
  ///
  /// If it is not strict, an empty offset is UTC, and `+0100` is allowed.
  package mutating func offset(isStrict: Bool = false) -> Int? {
    if !isStrict, rest.isEmpty { return 0 }
    if take("Z") || take("z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = number(digits: 2), hours < 24 else { return nil }
    guard take(":") || !isStrict, let minutes = number(digits: 2), minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1)
  }
}
