import APICallText

/// A date in the loose form of cookies (RFC 6265bis, section 5.1.1).
struct CookieDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  let moment: UTCTimestamp

  /// Reads a date; nil if one of its parts is missing or impossible.
  init?(_ bytes: [UInt8]) {
    var time: [Int]?
    var (day, month, year): (Int?, Int?, Int?)
    for token in bytes.split(whereSeparator: Self.isDelimiter) {
      if time == nil, let found = Self.time(token) {
        time = found
      } else if day == nil, let found = Self.number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = Self.month(token) {
        month = found
      } else if year == nil, let found = Self.number(token, digits: 2...4) {
        year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
      }
    }
    guard let time, let day, let month, let year, year >= 1601, (1...31).contains(day),
      day <= CalendarDate.days(in: month, of: year), time[0] < 24, time[1] < 60, time[2] < 60
    else { return nil }
    let days = CalendarDate.days(toYear: year, month: month, day: day)
    moment = UTCTimestamp(seconds: days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2])
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// The number at the beginning of a token: a digit may not follow it.
  private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let found = token.prefix { (0x30...0x39).contains($0) }
    guard digits.contains(found.count) else { return nil }
    return Int(String(decoding: found, as: UTF8.self))
  }

  private static func time(_ token: ArraySlice<UInt8>) -> [Int]? {
    let parts = token.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    let areWhole = parts.dropLast().allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
    guard parts.count == 3, areWhole else { return nil }
    let numbers = parts.compactMap { number($0, digits: 1...2) }
    return numbers.count == 3 ? numbers : nil
  }

  private static func month(_ token: ArraySlice<UInt8>) -> Int? {
    months.firstIndex(of: String(decoding: token.prefix(3), as: UTF8.self).lowercased())
      .map { $0 + 1 }
  }
}
