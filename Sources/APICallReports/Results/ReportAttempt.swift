package import APICallBase

/// One attempt at a case.
package struct ReportAttempt: Sendable {
  /// How it ended; its diagnostics are masked.
  package var verdict: ReportCase.Verdict
  /// How long it took; nil if the report must not depend on it.
  package var duration: Duration?
  package var steps: [ReportStep]

  package init(
    _ verdict: ReportCase.Verdict, _ steps: [ReportStep] = [], duration: Duration? = nil
  ) {
    self.verdict = verdict
    self.steps = steps
    self.duration = duration
  }
}

extension ReportCase.Verdict {
  package var state: ReportCase.State {
    switch self {
    case .passed: .passed
    case .skipped: .skipped
    case .failed: .failed
    case .broken: .broken
    }
  }

  package var diagnostics: [Message] {
    switch self {
    case .passed, .skipped: []
    case .failed(let diagnostics): diagnostics
    case .broken(let failure): failure.diagnostics
    }
  }

  /// The exit status of a case that cannot be judged; nil for others.
  package var status: ExitStatus? {
    if case .broken(let failure) = self { failure.status } else { nil }
  }

  /// The kind of a failure in one word: the matcher that failed, or the name of the exit status.
  package var kind: String {
    if let status { return status.name }
    let matcher = diagnostics.lazy.compactMap(\.mismatch?.matcher).first
    return matcher ?? diagnostics.lazy.compactMap(\.status?.name).first ?? state.rawValue
  }
}
