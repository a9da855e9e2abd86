import TestServers

/// The result of a program: how it ended, and its output.
struct CommandRun: Equatable {
  var ending: ChildProcess.Ending
  var output: String
  var error: String

  /// Creates the expected result of a program.
  init(ending: ChildProcess.Ending, output: String, error: String) {
    self.ending = ending
    self.output = output
    self.error = error
  }

  /// Runs apicall with arguments.
  init(_ arguments: String..., in folder: String = Place.package) throws {
    try self.init(ChildProcess([Place.program("apicall")] + arguments, in: folder))
  }

  /// Waits for a program.
  init(_ child: ChildProcess, limit: Duration = patience) {
    ending = child.wait(limit: limit)
    output = String(decoding: child.output, as: UTF8.self)
    error = String(decoding: child.error, as: UTF8.self)
  }

  /// The result without the times that `apicall test` took, which are not shown if they are short.
  var untimed: CommandRun {
    func untimed(_ text: String) -> String {
      text.replacing(#/ in [0-9]+\.[0-9] s(?=;|$)/#.anchorsMatchLineEndings(), with: "")
        .replacing(#/slowest:\n(  [0-9.]+ s [^\n]*\n)+/#, with: "")
    }
    return CommandRun(ending: ending, output: untimed(output), error: untimed(error))
  }
}
