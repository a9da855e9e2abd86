/// A unit of durations, by the letters after a number.
enum DurationUnit: String {
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "m"
  case hours = "h"
  case days = "d"
  case weeks = "w"

  /// The units of the settings of a call, which wait at most 1000 hours.
  static let ofSettings: Set = [milliseconds, seconds, minutes, hours]

  /// The number of milliseconds in one.
  var inMilliseconds: Int {
    switch self {
    case .milliseconds: 1
    case .seconds: 1_000
    case .minutes: 60_000
    case .hours: 3_600_000
    case .days: 86_400_000
    case .weeks: 604_800_000
    }
  }
}
