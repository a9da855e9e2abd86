/// What the clocks of a time zone show at some time.
struct ZoneOffset: Sendable, Hashable {
  /// The seconds that they are ahead of UTC.
  let seconds: Int
  /// The abbreviation, such as `CET`.
  let abbreviation: String

  static let utc = ZoneOffset(seconds: 0, abbreviation: "UTC")

  /// The offsets that a zone may have (RFC 9636, section 3.2): a little more than a day.
  static let range = -89_999...93_599

  /// The offset as `+0100`, with seconds only if it has any: `+005328`.
  var digits: String { sign + padded(hours) + padded(minutes) + (rest == 0 ? "" : padded(rest)) }

  /// The offset as RFC 3339 writes it, without its seconds: `+01:00`.
  var rfc3339: String { sign + padded(hours) + ":" + padded(minutes) }

  /// The offset without its seconds, which RFC 3339 cannot write.
  var wholeMinutes: ZoneOffset {
    ZoneOffset(seconds: seconds - seconds % 60, abbreviation: abbreviation)
  }

  private var sign: String { seconds < 0 ? "-" : "+" }
  private var hours: Int { abs(seconds) / 3_600 }
  private var minutes: Int { abs(seconds) / 60 % 60 }
  private var rest: Int { abs(seconds) % 60 }

  private func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
