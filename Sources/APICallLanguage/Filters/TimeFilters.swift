import APICallBase
import APICallText
import Decimals
import JSONText

/// The filters of dates and times.
enum TimeFilters {
  static let rows = [
    TemplateFilter(
      "date",
      "Formats a time, in a zone or in UTC: unix, unix_ms, unix_ns, iso8601, http, or "
        + "conversions of strftime(3). The time is seconds since 1970, a date, or a date and "
        + "time.",
      example: #""2026-01-31T12:00:00Z" | date("%d.%m.%Y") → "31.01.2026""#,
      [TemplateParameter("format", .text, checkingWith: DateFormat.check), .zone],
      takes: [.text, .number], gives: [.text, .number], work: work, date),
    TemplateFilter(
      "strptime",
      "Reads a time in conversions of strftime(3). Without an offset in the text, it is "
        + "in the zone, or in UTC.",
      example: #""31.01.2026 12:30" | strptime("%d.%m.%Y %H:%M") → "2026-01-31T12:30:00Z""#,
      [TemplateParameter("format", .text, checkingWith: TimePattern.check), .zone],
      takes: .plain, gives: .text, work: work, strptime),
    TemplateFilter(
      "add_months",
      "Adds months to a time, up to the end of a shorter month; a negative count subtracts them.",
      example: #""2026-01-31" | add_months(1) → "2026-02-28T00:00:00Z""#,
      [.integer("count", months)], takes: [.text, .number], gives: [.text, .number],
      work: work, addMonths),
  ]

  /// The format is read for each use.
  private static let work = TemplateFilter.Work(steps: 40)
  /// From any month of the years 1 to 9999 to any other.
  private static let months = -120_000...120_000

  private static func date(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = try call.text(at: 0)
    let format: DateFormat
    do { format = try DateFormat(text) } catch { throw .badArgument(error, words: "a format") }
    let date = try call.date()
    guard let zone = try call.zone(at: 1) else { return format.value(of: date) }
    guard let value = format.value(of: date, at: zone.offset(at: date.moment.seconds))
    else { throw .exceeds(CalendarDate.years) }
    return value
  }

  private static func strptime(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let pattern: TimePattern
    let format = try call.text(at: 0)
    do { pattern = try TimePattern(format) } catch {
      throw .badArgument(error, words: "a format", index: 0)
    }
    guard let reading = pattern.reading(of: try call.text())
    else { throw .takes("text in the given format") }
    var moment = reading.moment
    if let zone = try call.zone(at: 1), !reading.hasOffset {
      guard let seconds = zone.firstMoment(showing: moment.seconds) else {
        throw .takes(
          "a time that exists in the time zone",
          hint: "clocks skip it when they are set forward; write a later time, or one with %z")
      }
      moment = UTCTimestamp(seconds: seconds, nanoseconds: moment.nanoseconds)
    }
    guard CalendarDate(moment) != nil else { throw .takes("text in the given format") }
    return .text(moment.iso8601Shortest)
  }

  private static func addMonths(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let count = try call.integer(at: 0, in: months)
    let date = try call.date()
    let (year, month) = (date.year * 12 + date.month - 1 + count)
      .quotientAndRemainder(dividingBy: 12)
    guard (1...9_999).contains(year) else { throw .exceeds(CalendarDate.years) }
    // The end of a month, if it is shorter.
    let day = min(date.day, CalendarDate.days(in: month + 1, of: year))
    let days =
      CalendarDate.days(toYear: year, month: month + 1, day: day)
      - CalendarDate.days(toYear: date.year, day: date.dayOfYear)
    if case .json(let json) = call.value {
      // A number keeps its fraction.
      let shifted = try rethrowing(Decimal(json.text) + Decimal(days * 86_400)) {
        (_: DecimalProblem) in FilterRefusal.tooLong
      }
      return .number(shifted.description)
    }
    let seconds = date.moment.seconds + days * 86_400
    return .text(
      UTCTimestamp(seconds: seconds, nanoseconds: date.moment.nanoseconds).iso8601Shortest)
  }
}

extension FilterCall {
  fileprivate func date() throws(FilterRefusal) -> CalendarDate {
    let moment: UTCTimestamp? =
      switch value {
      case .text(let text): UTCTimestamp(iso8601: text)
      case .json(let json): json.kind == .number ? UTCTimestamp(decimal: json.text) : nil
      case .bytes, .file: nil
      }
    guard let moment, let date = CalendarDate(moment)
    else { throw .takes("a number of seconds or a time such as 2026-01-31T12:00:00Z") }
    return date
  }
}
