/// Why the filter ends early: a message and what the process exits with.
struct FilterProblem: Error {
  /// The input is not XML that can be decoded.
  static let wrongInput: Int32 = 65
  /// The options are not what they should be.
  static let wrongUsage: Int32 = 64
  /// The input cannot be read, or the value not written.
  static let brokenPipe: Int32 = 74

  /// What the process exits with.
  let status: Int32
  /// One line without a line end.
  let message: String

  /// A problem.
  ///
  /// - Parameters:
  ///   - status: what the process exits with.
  ///   - message: what is wrong; of several lines the first is kept, and of a long one 1000
  ///     characters.
  init(_ status: Int32, _ message: String) {
    self.status = status
    let line = message.prefix { !$0.isNewline }
    self.message = line.count > 1000 ? line.prefix(1000) + "..." : String(line)
  }
}
