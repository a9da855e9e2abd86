import APICallLanguage
import APICallText
import JSONText

/// A point in time, to the nanosecond.
///
/// It is what a date of JSON becomes without Foundation; ``JSONDecoding/dates`` says how dates are
/// written.
public struct Timestamp: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z without leap seconds, rounded down.
  public let seconds: Int
  /// Nanoseconds beyond the whole seconds, from 0 to 999 999 999.
  public let nanoseconds: Int

  /// Creates a point in time.
  ///
  /// - Parameters:
  ///   - seconds: whole seconds since 1970-01-01T00:00:00Z.
  ///   - nanoseconds: nanoseconds beyond them; what is not from 0 to 999 999 999 is limited to it.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  /// Reads a date and a time.
  ///
  /// - Parameter text: `2026-01-31T12:00:00.25+01:00` (RFC 3339); the time, its seconds and the
  ///   offset from UTC may be missing. It is nil for any other text.
  public init?(_ text: String) {
    guard let time = UTCTimestamp(iso8601: text) else { return nil }
    self.init(seconds: time.seconds, nanoseconds: time.nanoseconds)
  }
}

extension Timestamp: Comparable {
  /// Returns whether one point in time is before another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The time in UTC, as RFC 3339 writes it: `2026-01-31T11:00:00.25Z`.
  ///
  /// Outside the years 1 to 9999 it is the number of seconds since 1970.
  public var description: String {
    let time = UTCTimestamp(seconds: seconds, nanoseconds: nanoseconds)
    guard CalendarDate(time) != nil else { return String(seconds) }
    guard nanoseconds > 0 else { return time.iso8601 }
    var text = time.iso8601Nanoseconds.dropLast()
    while text.last == "0" { text.removeLast() }
    return text + "Z"
  }
}

extension Timestamp: Decodable {
  /// Decodes a date as ``JSONDecoding/dates`` says; by any other decoder a string by RFC 3339.
  ///
  /// - Throws: a `DecodingError` if the value is not such a date.
  public init(from decoder: any Decoder) throws {
    guard let tape = decoder as? TapeDecoder else {
      let container = try decoder.singleValueContainer()
      guard let time = Timestamp(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "the string is not a date as RFC 3339 writes it")
      }
      self = time
      return
    }
    let dates = tape.reading.options.dates
    guard let time = Timestamp(tape.value, dates) else {
      throw tape.mismatch(Timestamp.self, wanted: dates.words)
    }
    self = time
  }

  private init?(_ value: JSONNode, _ dates: JSONDecoding.Dates) {
    let digits: Int
    switch dates {
    case .rfc3339:
      guard let text = value.string else { return nil }
      self.init(text)
      return
    case .secondsSince1970: digits = 9
    case .millisecondsSince1970: digits = 6
    }
    // The years 1 to 9999, as in the other notation.
    guard
      let total = value.number?.integer(Int128.self, roundedDownTimesTenTo: digits),
      case let (seconds, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000),
      let seconds = Int(exactly: rest < 0 ? seconds - 1 : seconds),
      CalendarDate(UTCTimestamp(seconds: seconds)) != nil
    else { return nil }
    self.init(seconds: seconds, nanoseconds: Int(rest < 0 ? rest + 1_000_000_000 : rest))
  }
}

extension JSONDecoding.Dates {
  fileprivate var words: String {
    switch self {
    case .rfc3339: "a date as RFC 3339 writes it, such as \"2026-01-31T12:00:00Z\""
    case .secondsSince1970: "a number of seconds since 1970"
    case .millisecondsSince1970: "a number of milliseconds since 1970"
    }
  }
}
