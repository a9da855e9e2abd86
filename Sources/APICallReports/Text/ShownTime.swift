import APICallText

/// Times in the forms that reports need.
enum ShownTime {
  /// Seconds with exactly three decimals, as readers of JUnit require; `0.000` without a time,
  /// because some readers cannot add up a time that is missing.
  static func seconds(_ duration: Duration?) -> String {
    // A time that no run lasts is limited, so that the number of its milliseconds fits.
    let count = Int(min((max(duration ?? .zero, .zero) / .milliseconds(1)).rounded(), 1e15))
    return "\(count / 1000).\(padded(count % 1000))"
  }

  /// The time for people: `340 µs`, `12.5 ms`, `1.250 s`.
  static func words(_ duration: Duration) -> String {
    let duration = max(duration, .zero)
    if duration >= .seconds(1) { return "\(seconds(duration)) s" }
    let microseconds = Int((duration / .microseconds(1)).rounded())
    guard microseconds >= 1000 else { return "\(microseconds) µs" }
    let tenths = (microseconds + 50) / 100
    return tenths >= 1000 || tenths % 10 == 0
      ? "\(microseconds / 1000 + (microseconds % 1000 + 500) / 1000) ms"
      : "\(tenths / 10).\(tenths % 10) ms"
  }

  /// `2026-01-31T12:00:00`, in UTC without a zone; nil outside the years 1 to 9999.
  static func date(_ moment: UTCTimestamp) -> String? { CalendarDate(moment)?.iso8601 }

  /// `2026-01-31T12:00:00.250Z`, as in events; nil outside the years 1 to 9999.
  static func milliseconds(_ moment: UTCTimestamp) -> String? {
    date(moment).map { "\($0).\(padded(moment.nanoseconds / 1_000_000))Z" }
  }

  private static func padded(_ thousandths: Int) -> Substring {
    String(1000 + thousandths).dropFirst()
  }
}
