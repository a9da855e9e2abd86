import APICallBase
import APICallHTTP
import JSONText

extension Timestamp {
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
    let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
    guard let date = CalendarDate(Timestamp(seconds: seconds)),
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
    if let seconds = Int(text) {
      self.init(seconds: seconds)
    } else {
      // 64 bits of nanoseconds end in the year 2262.
      guard let total = JSONNumber(text)?.integer(Int128.self, roundedDownTimesTenTo: 9),
        total.magnitude < 1_000_000_000_000_000_000_000_000
      else { return nil }
      let (whole, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
      self.init(
        seconds: Int(whole) - (rest < 0 ? 1 : 0),
        nanoseconds: Int(rest < 0 ? rest + 1_000_000_000 : rest))
    }
    // The years 1 to 9999.
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
  }

  /// Reads a date, `2026-01-31`, or a date and a time, `2026-01-31T12:00:00.25+01:00` (RFC 3339).
  ///
  /// The seconds may be missing, a space may replace the T, and a time without an offset is in UTC.
  package init?(iso8601 text: String) {
    var reader = DigitReader(rest: Array(text.utf8)[...])
    guard let (year, month, day) = reader.date(), year >= 1 else { return nil }
    var days = CalendarDate.daysBefore(year: year) - CalendarDate.daysBefore(year: 1970) + day - 1
    for earlier in 1..<month { days += CalendarDate.days(in: earlier, of: year) }
    var seconds = days * 86_400
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

/// Reads digits and signs from left to right.
struct DigitReader {
  var rest: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func digit() -> Int? {
    guard let byte = rest.first, byte.isASCIIDigit else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// An existing day: `2026-01-31`.
  mutating func date() -> (year: Int, month: Int, day: Int)? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2), (1...12).contains(month),
      (1...CalendarDate.days(in: month, of: year)).contains(day)
    else { return nil }
    return (year, month, day)
  }

  /// The digits of a fraction; those after the ninth are ignored.
  mutating func nanoseconds() -> Int? {
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
  mutating func offset(isStrict: Bool = false) -> Int? {
    if !isStrict, rest.isEmpty { return 0 }
    if take("Z") || take("z") { return 0 }
    let isBehind = take("-")
    guard isBehind || take("+"), let hours = number(digits: 2), hours < 24 else { return nil }
    guard take(":") || !isStrict, let minutes = number(digits: 2), minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (isBehind ? -1 : 1)
  }
}
