import APICallText
import Decimals
import JSONText

extension Operator {
  /// Adds a duration to a time, or computes the seconds between two times; nil for other values.
  func momentResult(
    _ left: OperatorValue, _ right: OperatorValue
  ) throws(OperatorRefusal) -> (value: Value, isDuration: Bool)? {
    guard self == .plus || self == .minus else { return nil }
    switch (left.value, right.value) {
    case (.text(let text), .json(let json)) where right.isDuration:
      return (try moment(text, json.text, isBefore: self == .minus), false)
    case (.json(let json), .text(let text)) where left.isDuration && self == .plus:
      return (try moment(text, json.text, isBefore: false), false)
    case (.text(let one), .text(let two)) where self == .minus:
      guard let first = UTCTimestamp(iso8601: one), let second = UTCTimestamp(iso8601: two)
      else { throw .takes(words, hint: hint(left, right)) }
      return (.number(try first.seconds(since: second)), true)
    default: return nil
    }
  }

  private func moment(
    _ text: String, _ seconds: String, isBefore: Bool
  ) throws(OperatorRefusal) -> Value {
    guard let start = UTCTimestamp(iso8601: text)
    else { throw .takes(words, hint: "a time is written as 2026-01-31T12:00:00Z") }
    guard let moment = start.advanced(bySeconds: seconds, isBefore: isBefore)
    else { throw .exceeds(CalendarDate.years) }
    return .text(moment.iso8601Shortest)
  }
}

extension Operator {
  /// The order of two texts that are both a date with a time: `…:00Z` is before `…:00.500Z`, and
  /// 12:00+02:00 before 11:00Z.
  ///
  /// Returns below, above or equal to 0; nil for other texts.
  static func orderOfTimes(_ one: String, _ two: String) -> Int? {
    guard let first = moment(one), let second = moment(two) else { return nil }
    let (left, right) = ((first.seconds, first.nanoseconds), (second.seconds, second.nanoseconds))
    return left < right ? -1 : right < left ? 1 : 0
  }

  private static func moment(_ text: String) -> UTCTimestamp? {
    // Most texts are not times.
    guard text.utf8.count >= "2026-01-31T12:00".utf8.count,
      text.utf8.dropFirst(4).first == UInt8(ascii: "-")
    else { return nil }
    return UTCTimestamp(iso8601: text)
  }
}

extension UTCTimestamp {
  /// The time after or before a number of seconds in the syntax of JSON; nil outside the years 1 to
  /// 9999.
  fileprivate func advanced(bySeconds text: String, isBefore: Bool) -> UTCTimestamp? {
    guard let nanoseconds = JSONNumeral(text)?.integer(Int128.self, roundedDownTimesTenTo: 9)
    else { return nil }
    let start = Int128(seconds) * 1_000_000_000 + Int128(self.nanoseconds)
    let (sum, overflow) =
      isBefore
      ? start.subtractingReportingOverflow(nanoseconds) : start.addingReportingOverflow(nanoseconds)
    return overflow ? nil : UTCTimestamp(nanosecondsSince1970: sum)
  }

  fileprivate func seconds(since other: UTCTimestamp) throws(OperatorRefusal) -> String {
    do throws(DecimalProblem) {
      let whole = Decimal(seconds - other.seconds)
      let rest = Decimal(nanoseconds - other.nanoseconds)
      return try (whole + rest / Decimal(1_000_000_000)).description
    } catch {
      throw OperatorRefusal(error)
    }
  }
}
