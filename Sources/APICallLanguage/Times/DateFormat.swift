import APICallBase
import APICallText

/// The format of a date and time: one of five words, or the conversions of strftime(3) in English.
package enum DateFormat: Sendable, Hashable {
  /// Seconds since 1970, a number.
  case unix
  /// Milliseconds since 1970, a number.
  case unixMilliseconds
  /// Nanoseconds since 1970, a number.
  case unixNanoseconds
  /// `2026-01-31T12:00:00Z` (RFC 3339).
  case iso8601
  /// `Sat, 31 Jan 2026 12:00:00 GMT` (RFC 9110, section 5.6.7).
  case http
  /// Text with conversions such as `%Y`.
  case pattern(String)

  static let words = ["unix", "unix_ms", "unix_ns", "iso8601", "http"]

  package init(_ text: String) throws(PlaceholderFault) {
    switch text {
    case "unix": self = .unix
    case "unix_ms": self = .unixMilliseconds
    case "unix_ns": self = .unixNanoseconds
    case "iso8601": self = .iso8601
    case "http": self = .http
    default:
      guard text.contains("%") else {
        throw PlaceholderFault(
          "unknown date format '\(text)'",
          hint: Nearest.word(to: text, among: Self.words).map { "did you mean '\($0)'?" }
            ?? "write \(Self.words.joined(separator: ", ")), or conversions such as %Y-%m-%d")
      }
      var rest = text.unicodeScalars[...]
      while let percent = rest.firstIndex(of: "%") {
        rest = rest[rest.index(after: percent)...]
        guard let letter = rest.popFirst() else { throw .unknownConversion("%") }
        guard Self.isConversion(letter) else { throw .unknownConversion("%\(letter)") }
      }
      self = .pattern(text)
    }
  }

  static func check(_ text: String) throws(PlaceholderFault) { _ = try DateFormat(text) }

  func value(of date: CalendarDate) -> Value {
    switch self {
    case .unix: .number(String(date.moment.seconds))
    case .unixMilliseconds:
      .number(String(date.moment.seconds * 1_000 + date.moment.nanoseconds / 1_000_000))
    case .unixNanoseconds:
      .number(String(Int128(date.moment.seconds) * 1_000_000_000 + Int128(date.moment.nanoseconds)))
    case .iso8601: .text(Self.write("%Y-%m-%dT%H:%M:%SZ", LocalDate(date)))
    case .http: .text(Self.write("%a, %d %b %Y %H:%M:%S GMT", LocalDate(date)))
    case .pattern(let pattern): .text(Self.write(pattern, LocalDate(date)))
    }
  }

  /// Writes a date as the clocks of a time zone show it.
  ///
  /// Returns the value; nil if the date there is not in the years 1 to 9999.
  func value(of date: CalendarDate, at offset: ZoneOffset) -> Value? {
    switch self {
    // Numbers of seconds have no zone, and HTTP knows only GMT.
    case .unix, .unixMilliseconds, .unixNanoseconds, .http: return value(of: date)
    case .iso8601:
      let offset = offset.wholeMinutes
      return LocalDate(date.moment, at: offset).map {
        .text(Self.write("%Y-%m-%dT%H:%M:%S", $0) + offset.rfc3339)
      }
    case .pattern(let pattern):
      return LocalDate(date.moment, at: offset).map { .text(Self.write(pattern, $0)) }
    }
  }

  private static func write(_ pattern: String, _ date: LocalDate) -> String {
    var text = ""
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "%", let letter = rest.popFirst() {
        text += conversion(letter, of: date) ?? ""
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func isConversion(_ letter: Unicode.Scalar) -> Bool {
    CalendarDate(UTCTimestamp(seconds: 0)).map { conversion(letter, of: LocalDate($0)) != nil }
      ?? false
  }

  /// One conversion of strftime(3) in the C locale; nil for an unknown letter.
  private static func conversion(_ letter: Unicode.Scalar, of local: LocalDate) -> String? {
    let date = local.date
    let halfDay = (date.hour + 11) % 12 + 1
    return switch letter {
    case "Y": digits(date.year, 4)
    case "C": digits(date.year / 100, 2)
    case "y": digits(date.year % 100, 2)
    case "m": digits(date.month, 2)
    case "d": digits(date.day, 2)
    case "e": digits(date.day, 2, fill: " ")
    case "j": digits(date.dayOfYear, 3)
    case "B": monthNames[date.month - 1]
    case "b", "h": String(monthNames[date.month - 1].prefix(3))
    case "A": dayNames[date.weekday]
    case "a": String(dayNames[date.weekday].prefix(3))
    case "u": String((date.weekday + 6) % 7 + 1)
    case "w": String(date.weekday)
    case "U": digits((date.dayOfYear + 6 - date.weekday) / 7, 2)
    case "W": digits((date.dayOfYear + 6 - (date.weekday + 6) % 7) / 7, 2)
    case "V": digits(date.week.number, 2)
    case "G": digits(date.week.year, 4)
    case "g": digits(date.week.year % 100, 2)
    case "H": digits(date.hour, 2)
    case "I": digits(halfDay, 2)
    case "k": digits(date.hour, 2, fill: " ")
    case "l": digits(halfDay, 2, fill: " ")
    case "M": digits(date.minute, 2)
    case "S": digits(date.second, 2)
    case "p": date.hour < 12 ? "AM" : "PM"
    case "P": date.hour < 12 ? "am" : "pm"
    case "s": String(date.moment.seconds - local.offset.seconds)
    case "z": local.offset.digits
    case "Z": local.offset.abbreviation
    case "D", "x": write("%m/%d/%y", local)
    case "F": write("%Y-%m-%d", local)
    case "R": write("%H:%M", local)
    case "T", "X": write("%H:%M:%S", local)
    case "r": write("%I:%M:%S %p", local)
    case "c": write("%a %b %e %H:%M:%S %Y", local)
    case "n": "\n"
    case "t": "\t"
    case "%": "%"
    default: nil
    }
  }

  private static func digits(_ number: Int, _ width: Int, fill: Character = "0") -> String {
    let text = String(number)
    return String(repeating: fill, count: max(0, width - text.utf8.count)) + text
  }

  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let dayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

extension PlaceholderFault {
  /// The conversion, such as `%Q`, is not known to `date`.
  static func unknownConversion(_ conversion: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown conversion '\(conversion)' in a date format",
      hint: "apicall-filters(7) lists the conversions; %% is a percent sign")
  }
}
