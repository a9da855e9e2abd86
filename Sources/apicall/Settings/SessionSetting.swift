import APICallBase
import APICallCore

/// Where outputs are kept that other calls need: `--session`, `--no-session`.
enum SessionSetting: Hashable {
  /// In the session of the project that the file belongs to.
  case project
  /// In one that has a name.
  case named(String)
  /// Nowhere.
  case none

  /// Reads the options.
  ///
  /// - Throws: a ``Failure`` with exit status 64 for a name that is none, and for both at once.
  init(_ scanned: ArgumentScanner.Scanned) throws(Failure) {
    let isNone = scanned.flags.contains("--no-session")
    guard let name = scanned.values(of: "--session").last else {
      self = isNone ? .none : .project
      return
    }
    guard !isNone else {
      throw Failure(
        .usage, "--session and --no-session do not go together", hint: "give one of them")
    }
    _ = try SessionName(name)
    self = .named(name)
  }
}
