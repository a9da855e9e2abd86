package import APICallBase
package import APICallReports

/// What came of a case: the one value that all reports are made of.
package struct CaseResult: Sendable {
  package let testCase: TestCase
  package var verdict: ReportCase.Verdict
  package var body: [UInt8] = []
  /// The method and the URL of the last call, with its secrets masked.
  package var request: String?
  /// The attempts before the last one, which failed: see `--retries`.
  package var failedAttempts: [CaseResult] = []
  package var ending = ExitStatus.success
  /// What was sent and received, masked; empty if it was not noted.
  package var steps: [ReportStep] = []
  /// What is worth knowing although it is not a failure, such as a new member of a response.
  package var notes: [Message] = []
  /// How long it took; nil for a case that was not sent.
  package var duration: Duration?
  /// What was written for the case, such as `updated users.recorded/ok/output.json: 2 places`.
  package var changes: [String] = []

  package var isFailed: Bool { verdict.state.isFailure }

  package var isFlaky: Bool {
    if case .passed = verdict { !failedAttempts.isEmpty } else { false }
  }

  package var withoutResponse: CaseResult {
    var result = self
    result.body = []
    return result
  }

  package var problems: [Message] { verdict.diagnostics }
}

/// The results of all cases, in the order of the files.
package struct CaseResults: Sendable {
  package var results: [CaseResult] = []
  package var unreadable: [(file: String, failure: Failure)] = []
  /// Problems beside the cases, such as folders that no case uses.
  package var strays: [Message] = []
  /// The endpoints without a case, in files that were searched; nil if they were not looked for.
  package var uncovered: [String]?
  /// The cases that were left out after too many failures or a signal.
  package var notRun: [TestCase] = []
  package var isInterrupted = false
  package var failsOnFlaky = false
  /// Whether golden files were to be written.
  package var isUpdate = false
  package var removed: [String] = []

  package init() {}

  package var failed: Int { results.count { $0.isFailed } }

  /// The exit status: 65 or another one where a file is wrong, 9 if a case failed.
  package var status: ExitStatus {
    if let first = unreadable.first { return first.failure.status }
    if let broken = results.lazy.compactMap(\.verdict.status).first { return broken }
    let isFlaky = failsOnFlaky && results.contains(where: \.isFlaky)
    let isIncomplete = !strays.isEmpty || uncovered?.isEmpty == false
    return failed > 0 || isFlaky || isIncomplete ? .expectation : .success
  }
}

extension [CaseResult] {
  /// `80 passed, 1 failed, 2 skipped`, without what is 0.
  ///
  /// Those that passed after they had failed are only counted as flaky.
  var counts: String {
    let states = map { $0.isFlaky ? .flaky : $0.verdict.state }
    let kinds: [(String, [ReportCase.State])] = [
      ("passed", [.passed]), ("flaky", [.flaky]), ("failed", [.failed, .broken]),
      ("skipped", [.skipped]),
    ]
    let parts = kinds.compactMap { name, kind in
      let count = states.count { kind.contains($0) }
      return count > 0 ? "\(count) \(name)" : nil
    }
    return parts.isEmpty ? "0 passed" : parts.joined(separator: ", ")
  }
}
