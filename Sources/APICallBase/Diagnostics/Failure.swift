package import APICallSafety
package import YAMLTree

/// The failure of a command: an exit status and the diagnostics to report.
package struct Failure: Error, Sendable {
  package var status: ExitStatus
  /// Empty for a signal or a closed pipe, which need no message.
  package var diagnostics: [Message]

  package init(_ status: ExitStatus, _ diagnostics: [Message]) {
    self.status = status
    self.diagnostics = diagnostics
  }

  package init(
    _ status: ExitStatus, _ message: String, at mark: Mark? = nil, hint: String? = nil,
    hintInFile: String? = nil
  ) {
    var diagnostic = Message(message, at: mark, hint: hint)
    diagnostic.hintInFile = hintInFile
    self.init(status, [diagnostic])
  }

  package init(_ failure: PluginProblem) {
    var problem = Message(
      "the plugin '\(failure.plugin)' failed: \(failure.reason)", hint: failure.hint)
    problem.details = failure.words.map { "it printed: \($0)" }
    self.init(failure.status ?? .pluginFailed, [problem])
  }

  package var endsRun: Bool { status.endsRun }

  /// The failure with the status that all its diagnostics share, if they have one.
  package var withOwnStatus: Failure {
    guard let status = diagnostics.first?.status,
      diagnostics.allSatisfy({ $0.status == status })
    else { return self }
    return Failure(status, diagnostics)
  }

  /// Returns the failure with the secrets in its messages masked.
  ///
  /// The places do not change, so the carets stay where they were.
  package func masked(by redactor: Redactor) -> Failure {
    guard !redactor.isEmpty else { return self }
    return Failure(status, diagnostics.map { $0.masked(by: redactor) })
  }
}

/// Why a plugin failed.
package struct PluginProblem: Error, Sendable, Hashable {
  package var plugin: String
  /// What happened, in lower case and without a full stop, such as `it ended with the status 3`.
  package var reason: String
  package var hint: String?
  /// The last lines that it wrote to standard error, shortened, with control characters escaped.
  package var words: [String]
  /// The exit status; nil for that of failed plugins.
  package var status: ExitStatus?

  package init(_ plugin: String, _ reason: String, hint: String? = nil, words: [String] = []) {
    self.plugin = plugin
    self.reason = reason
    self.hint = hint
    self.words = words
  }
}
