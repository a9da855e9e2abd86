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

extension Failure {
  /// The failure of a plugin.
  ///
  /// - Parameter failure: why it did not do its work.
  package init(_ failure: PluginFailure) {
    var problem = Diagnostic(
      "the plugin '\(failure.plugin)' failed: \(failure.reason)", hint: failure.hint)
    problem.details = failure.words.map { "it says: \($0)" }
    self.init(failure.status ?? .pluginFailed, [problem])
  }
}
