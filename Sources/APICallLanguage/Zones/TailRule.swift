import APICallText

/// The rule for the time after all transitions of a file, such as `CET-1CEST,M3.5.0,M10.5.0/3`
/// (POSIX, "Other Environment Variables", with the extensions of RFC 9636, section 3.3.2).
struct TailRule: Sendable, Hashable {
  /// A moment of each year, by the clocks before it.
  struct Change: Sendable, Hashable {
    /// A day of a year.
    enum Day: Sendable, Hashable {
      /// From 1 to 365, without the 29th of February.
      case julian(Int)
      /// From 0 to 365.
      case zeroBased(Int)
      /// A weekday, counted from Sunday, in a week of a month; week 5 is the last.
      case weekday(Int, week: Int, month: Int)
    }

    let day: Day
    /// The seconds since midnight, which may be on another day.
    let seconds: Int

    /// The moment in a year, in seconds since 1970 as if the clocks showed UTC.
    func local(in year: Int) -> Int {
      (CalendarDate.days(toYear: year) + dayOfYear(year)) * 86_400 + seconds
    }

    /// The day of a year, counted from 0.
    private func dayOfYear(_ year: Int) -> Int {
      let isLeap = CalendarDate.days(in: 2, of: year) == 29
      switch day {
      case .julian(let day): return day - 1 + (isLeap && day >= 60 ? 1 : 0)
      case .zeroBased(let day): return day
      case .weekday(let weekday, let week, let month):
        let before = (1..<month).reduce(0) { $0 + CalendarDate.days(in: $1, of: year) }
        // Day 0 of the calendar is a Monday.
        let first = (CalendarDate.daysBefore(year: year) + before + 1) % 7
        let day = (weekday - first + 7) % 7 + (week - 1) * 7
        return before + (day < CalendarDate.days(in: month, of: year) ? day : day - 7)
      }
    }
  }

  /// The time of the year with its own offset, usually summer time.
  struct Season: Sendable, Hashable {
    let offset: ZoneOffset
    let start: Change
    let end: Change
  }

  let standard: ZoneOffset
  /// Nil if the offset is the same all year.
  let season: Season?

  var offsets: [ZoneOffset] { [standard] + (season.map { [$0.offset] } ?? []) }

  /// The offset at a moment, in seconds since 1970.
  func offset(at moment: Int) -> ZoneOffset {
    guard let season else { return standard }
    let isAncient = moment < 0
    let year =
      CalendarDate(UTCTimestamp(seconds: moment + standard.seconds))?.year
      ?? (isAncient ? 1 : 9_999)
    // A season may include the end of a year.
    var latest: (moment: Int, offset: ZoneOffset)?
    for year in max(year - 1, 1)...year + 1 {
      let end = season.end.local(in: year) - season.offset.seconds
      let start = season.start.local(in: year) - standard.seconds
      // A season that begins as the last one ends goes on.
      for change in [(end, standard), (start, season.offset)]
      where change.0 <= moment && change.0 >= latest?.moment ?? .min { latest = change }
    }
    if let latest { return latest.offset }
    // Before the first change of the first year.
    return season.start.local(in: 1) < season.end.local(in: 1) ? standard : season.offset
  }
}
