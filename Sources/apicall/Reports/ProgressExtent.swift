import APICallSystem

/// The part of a call during which a progress line may be shown on standard error.
enum ProgressExtent: Equatable {
  case none
  /// Until the response begins: the response goes to the same terminal.
  case untilResponse
  case whole

  /// The conditions that decide it.
  struct Context {
    /// True for `--progress`, false for `--no-progress`; nil if neither is given.
    var choice: Bool?
    var isErrorTerminal: Bool
    var terminal: String?
    /// The environment variable CI, which CI systems set: some provide a terminal and record it.
    var continuousIntegration: String?
    var output: StandardStreams.Kind
    var isResponseSaved: Bool
    var areEventsShown: Bool
  }

  init(in context: Context) {
    let terminal = context.terminal ?? "dumb"
    let isCI = context.continuousIntegration.map { !["", "false", "0"].contains($0) } ?? false
    guard context.choice != false, context.isErrorTerminal,
      terminal != "dumb", !terminal.isEmpty, !isCI, !context.areEventsShown
    else {
      self = .none
      return
    }
    if context.isResponseSaved {
      self = .whole
      return
    }
    switch context.output {
    case .file: self = .whole
    case .terminal: self = .untilResponse
    // The reader of the pipe may write to the terminal.
    case .program: self = context.choice == true ? .whole : .untilResponse
    }
  }
}
