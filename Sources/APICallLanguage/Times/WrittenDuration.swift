/// A duration of an expression: a whole number and a unit.
enum WrittenDuration {
  /// The number of seconds of a duration such as `90s`, in the syntax of JSON; nil for another text
  /// and for one of more than 10,000 years.
  static func seconds(of text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let unit = DurationUnit(rawValue: String(text.dropFirst(digits.count))),
      let count = Int(digits)
    else { return nil }
    let (total, overflow) = count.multipliedReportingOverflow(by: unit.inMilliseconds)
    guard !overflow, total <= 10_000 * 366 * 86_400_000 else { return nil }
    let (seconds, rest) = total.quotientAndRemainder(dividingBy: 1_000)
    guard rest > 0 else { return String(seconds) }
    return "\(seconds).\(String(repeating: "0", count: 3 - String(rest).utf8.count))\(rest)"
  }
}
