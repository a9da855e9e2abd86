/// The reason why the filter ends early: a message and an exit status.
struct FilterProblem: Error {
  /// The input is not XML that can be decoded.
  static let wrongInput: Int32 = 65
  /// The options are not valid.
  static let wrongUsage: Int32 = 64
  /// The input cannot be read, or the value cannot be written.
  static let brokenPipe: Int32 = 74

  /// The exit status of the process.
  let status: Int32
  /// One line without a line feed.
  let message: String

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - message: the reason. Only its first line, and at most 1000 characters of it, are kept.
  init(_ status: Int32, _ message: String) {
    self.status = status
    let line = message.prefix { !$0.isNewline }
    self.message = line.count > 1000 ? line.prefix(1000) + "..." : String(line)
  }
}
