package import APICallBase

/// What came of a case: how its last attempt ended, and the failed attempts before it.
package struct ReportCase: Sendable {
  /// How the last attempt ended.
  package enum Verdict: Sendable {
    case passed
    case skipped(String)
    case failed([Message])
    /// The case cannot be judged, for example because its file is wrong or no response came.
    case broken(Failure)
  }

  /// The state of a case in one word, as all reports name it.
  package enum State: String, Sendable, CaseIterable {
    case passed, failed, broken
    /// The case passed after at least one attempt that did not.
    case flaky
    case skipped

    /// Whether the command failed because of it.
    package var isFailure: Bool { self == .failed || self == .broken }
  }

  /// The name in the file: that of the example, or of the script.
  package var name: String
  /// The name everywhere else: `FILE::NAME`.
  package var id: String
  /// Where the case is declared; nil if that is not known.
  package var place: SourcePlace?
  package var tags: [String] = []
  /// How the last attempt ended; its diagnostics are masked.
  package var verdict: Verdict
  package var earlier: [ReportAttempt] = []
  /// Warnings and notes, which do not make the case fail; masked like all diagnostics.
  package var warnings: [Message] = []
  /// How long the case took, all attempts together; nil if the report must not depend on it.
  package var duration: Duration?
  package var steps: [ReportStep] = []
  /// The command that runs the case again, quoted for sh(1).
  package var command: String
  /// What was written for the case, such as `updated users.recorded/ok/output.json: 2 places`.
  package var changes: [String] = []

  package init(
    _ name: String, id: String, at place: SourcePlace?, _ verdict: Verdict, command: String
  ) {
    self.name = name
    self.id = id
    self.place = place
    self.verdict = verdict
    self.command = command
  }

  package var state: State {
    if case .passed = verdict, !earlier.isEmpty { return .flaky }
    return verdict.state
  }

  package var exchanges: [ReportExchange] { steps.flatMap(\.exchanges) }

  /// All attempts that failed, in order: the earlier ones, and the last one if the case failed.
  package var failures: [ReportAttempt] {
    state.isFailure ? earlier + [ReportAttempt(verdict, steps)] : earlier
  }

  /// The reason why it was not run; nil if it was.
  package var skipReason: String? {
    if case .skipped(let reason) = verdict { reason } else { nil }
  }
}
