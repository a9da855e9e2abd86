import APICallBase
import APICallCore

/// What entries of a session are called.
struct SessionTitles {
  /// Say how paths are shown.
  let files: any FileSystem

  /// The call of an entry on one line: the path of its spec, its profile and its origin.
  func title(of record: SessionRecord) -> String {
    let origin = record.profile.map { "\($0), \(record.origin)" } ?? record.origin
    return TerminalText.escapingLine("\(files.shown(record.spec)) (\(origin))")
  }
}
