package import YAMLTree

/// Why a command ends without success: an exit status, and all there is to say about it at once.
package struct Failure: Error, Sendable {
  package var status: ExitStatus
  /// May be empty: a signal or a closed pipe needs no words.
  package var diagnostics: [Diagnostic]

  package init(_ status: ExitStatus, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.diagnostics = diagnostics
  }

  package init(_ status: ExitStatus, _ message: String, at mark: Mark? = nil, hint: String? = nil) {
    self.init(status, [Diagnostic(message, at: mark, hint: hint)])
  }

  /// The failure of a plugin.
  ///
  /// - Parameter failure: why it did not do its work.
  package init(_ failure: PluginFailure) {
    var problem = Diagnostic(
      "the plugin '\(failure.plugin)' failed: \(failure.reason)", hint: failure.hint)
    problem.details = failure.words.map { "it says: \($0)" }
    self.init(failure.status ?? .pluginFailed, [problem])
  }

  /// The failure with another hint for where no option of the command line applies.
  package func hinting(inFile hint: String?) -> Failure {
    var failure = self
    if !diagnostics.isEmpty { failure.diagnostics[0].hintInFile = hint }
    return failure
  }

  /// Whether nothing may follow it: a signal came, or nobody reads what is printed.
  package var endsRun: Bool { status.endsRun }

  /// The failure with the status that all of its diagnostics have of their own, if they have one.
  package var withOwnStatus: Failure {
    guard let status = diagnostics.first?.status,
      diagnostics.allSatisfy({ $0.status == status })
    else { return self }
    return Failure(status, diagnostics)
  }

  /// The failure with the secrets in its words masked.
  ///
  /// Places stay as they are: their carets stand where they stood.
  ///
  /// - Parameter redactor: knows the secrets.
  /// - Returns: the failure, to be shown.
  package func masked(by redactor: Redactor) -> Failure {
    guard !redactor.isEmpty else { return self }
    return Failure(status, diagnostics.map { $0.masked(by: redactor) })
  }
}

/// Why a plugin did not do its work.
package struct PluginFailure: Error, Sendable, Hashable {
  /// The plugin's name.
  package var plugin: String
  /// What happened, in lower case and without a full stop, such as `it ended with the status 3`.
  package var reason: String
  /// The way out, or nil.
  package var hint: String?
  /// What it wrote on standard error, line by line: the last lines, shortened, control characters
  /// escaped.
  package var words: [String]
  /// The exit status where it is not that of plugins that fail.
  package var status: ExitStatus?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - plugin: the plugin's name.
  ///   - reason: what happened.
  ///   - hint: the way out, or nil.
  ///   - words: what it wrote on standard error.
  package init(_ plugin: String, _ reason: String, hint: String? = nil, words: [String] = []) {
    self.plugin = plugin
    self.reason = reason
    self.hint = hint
    self.words = words
  }
}
