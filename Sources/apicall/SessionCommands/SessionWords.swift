import APICallBase
import APICallScripts
import APICallText

/// Ages and expiry times in words.
struct SessionTimes {
  let now: Timestamp

  /// The age of something: `3 h old`.
  func age(of moment: Timestamp) -> String { "\(span(now.seconds - moment.seconds)) old" }

  /// The expiry of something: `expires in 20 min`, or `expired`; empty if it is not known.
  func expiry(of moment: Timestamp?) -> String {
    guard let moment else { return "" }
    return now.isBefore(moment) ? "expires in \(span(moment.seconds - now.seconds))" : "expired"
  }

  /// A number of seconds in its largest unit, rounded down; a negative number is 0 s.
  private func span(_ seconds: Int) -> String {
    switch max(seconds, 0) {
    case ..<60: "\(max(seconds, 0)) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}

/// The titles of entries of a session.
struct SessionTitles {
  /// Shortens paths for display.
  let files: any FileSystem

  /// The call of an entry on one line: the path of its spec, its profile and its origin.
  func title(of record: SessionRecord) -> String {
    let origin = record.profile.map { "\($0), \(record.origin)" } ?? record.origin
    return TerminalText.line("\(files.shown(record.spec)) (\(origin))")
  }
}
