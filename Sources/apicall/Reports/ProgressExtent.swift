import APICallSystem

/// For how much of a call a line of progress may stand on standard error.
enum ProgressExtent: Equatable {
  case none
  /// Until the answer begins: what comes then goes to the same terminal.
  case untilAnswer
  case whole

  /// What decides it.
  struct Surroundings {
    /// `--progress` or `--no-progress`; nil where neither is given.
    var choice: Bool?
    /// Whether standard error is a terminal.
    var isErrorTerminal: Bool
    /// TERM.
    var terminal: String?
    /// CI, which the machines that run jobs set: some give them a terminal, and keep what is on it.
    var continuousIntegration: String?
    /// What standard output is.
    var output: StandardStreams.Kind
    /// Whether the answer goes to a file in place of standard output.
    var isAnswerSaved: Bool
    /// Whether other reports are shown on a terminal while the call is made.
    var areEventsShown: Bool
  }

  /// Decides.
  init(in surroundings: Surroundings) {
    let terminal = surroundings.terminal ?? "dumb"
    let isCI = surroundings.continuousIntegration.map { !["", "false", "0"].contains($0) } ?? false
    guard surroundings.choice != false, surroundings.isErrorTerminal,
      terminal != "dumb", !terminal.isEmpty, !isCI, !surroundings.areEventsShown
    else {
      self = .none
      return
    }
    if surroundings.isAnswerSaved {
      self = .whole
      return
    }
    switch surroundings.output {
    case .file: self = .whole
    case .terminal: self = .untilAnswer
    // Who reads the pipe may write to the terminal.
    case .program: self = surroundings.choice == true ? .whole : .untilAnswer
    }
  }
}
