import APICallBase
import JSONText

/// The filters of dates and times.
enum TimeFilters {
  static let rows = [
    TemplateFilter(
      "date", [TemplateParameter("format", .text, checkingWith: DateFormat.check)],
      takes: [.text, .number], gives: [.text, .number], date)
  ]

  private static func date(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = try call.text(at: 0)
    let format: DateFormat
    do { format = try DateFormat(text) } catch { throw .badArgument(error, words: "a format") }
    guard let moment = call.moment, let date = CalendarDate(moment)
    else { throw .takes("a number of seconds or a time such as 2026-01-31T12:00:00Z") }
    return format.value(of: date)
  }
}

extension FilterCall {
  /// The value as a point in time.
  var moment: Timestamp? {
    switch value {
    case .text(let text): Timestamp(iso8601: text)
    case .json(let json): json.kind == .number ? Timestamp(decimal: json.text) : nil
    case .bytes, .file: nil
    }
  }
}
