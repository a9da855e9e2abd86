/// The session that keeps outputs for other calls: `--session`, `--no-session`.
enum SessionSetting: Hashable {
  /// The session of the project that the file belongs to.
  case project
  case named(String)
  case none
}
