public import APICall

extension Date {
  /// Creates a date from a point in time, to about a tenth of a microsecond.
  ///
  /// - Parameter time: the point in time.
  public init(_ time: Timestamp) {
    // Seconds since 2001, as a date counts, so that they have more digits left for the fraction.
    self.init(
      timeIntervalSinceReferenceDate: Double(time.seconds)
        - Self.timeIntervalBetween1970AndReferenceDate + Double(time.nanoseconds) / 1e9)
  }
}

extension Timestamp {
  /// Creates a point in time from a date, rounded to the microsecond to which its number is exact.
  ///
  /// - Parameter date: the date; what is further away than 10 to the 15th seconds is limited to that,
  ///   and a date that is not a number becomes the beginning of 1970.
  public init(_ date: Date) {
    let interval = date.timeIntervalSince1970
    let limited = interval.isNaN ? 0 : min(max(interval, -1e15), 1e15)
    let whole = limited.rounded(.down)
    let microseconds = Int(((limited - whole) * 1e6).rounded())
    self.init(
      seconds: Int(whole) + microseconds / 1_000_000,
      nanoseconds: microseconds % 1_000_000 * 1_000)
  }
}

extension Inputs.Value {
  /// A date, as RFC 3339 writes it in UTC; outside of the years 1 to 9999, its seconds since 1970.
  ///
  /// - Parameter date: the date.
  /// - Returns: the value of the input.
  public static func date(_ date: Date) -> Inputs.Value { .text(Timestamp(date).description) }

  /// A URL, as text.
  ///
  /// - Parameter url: the URL.
  /// - Returns: the value of the input.
  public static func url(_ url: URL) -> Inputs.Value { .text(url.absoluteString) }

  /// A number with every digit.
  ///
  /// - Parameter decimal: the number.
  /// - Returns: the value of the input.
  public static func decimal(_ decimal: Decimal) -> Inputs.Value { .text(decimal.description) }
}
