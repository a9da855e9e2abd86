package import APICallBase
import APICallHTTP
package import APICallModel
import APICallReading
import APICallReports
import APICallRequests
import APICallSafety
import APICallSystem

/// Runs cases and judges them.
package struct CaseTester {
  let registry: Registry
  let world: World
  let secrets: SecretStore
  let executor: (any TaskExecutor)?
  let mode: CaseMode
  package var destination = Destination()
  /// The number of times that a case which failed is run again; 0 for a case that is not sent, which
  /// would fail again.
  package var retries = 0
  package var notesCalls = false
  package var isStrict = false
  /// Returns whether the golden file of a case is written where there is none and the case does not
  /// ask for one; nil if no golden file is written.
  package var updates: ((TestCase) -> Bool)?
  /// What the cases that are sent may do; nil without a limit.
  private(set) var lock: RunLock?

  package init(
    _ registry: Registry, in world: World, secrets: SecretStore, on executor: (any TaskExecutor)?,
    mode: CaseMode
  ) {
    self.registry = registry
    self.world = world
    self.secrets = secrets
    self.executor = executor
    self.mode = mode
  }

  /// Decides what the cases may do, before the first request of any.
  ///
  /// Throws a ``Failure`` with exit status 77 if they use secrets that they may not use, or that of
  /// a recording that cannot be read.
  package mutating func close(over cases: [TestCase]) throws(Failure) {
    var files: [Runnable] = []
    for testCase in cases where testCase.test.skip == nil && mode.sends {
      if try isSent(testCase) { files.append(testCase.runnable) }
    }
    lock = try RunLock.close(over: files, with: resources(in: world))
  }

  package func result(of testCase: TestCase) async -> CaseResult {
    if let reason = testCase.test.skip {
      return CaseResult(testCase: testCase, verdict: .skipped(reason.text))
    }
    guard mode.sends else { return await attempt(testCase) }
    let begin = world.elapsed()
    var failures: [CaseResult] = []
    while true {
      var result = await attempt(testCase)
      if case .failed = result.verdict, failures.count < retries, Signals.first == nil {
        failures.append(result)
        continue
      }
      result.failedAttempts = failures
      result.duration = world.elapsed() - begin
      return result
    }
  }

  private func attempt(_ testCase: TestCase) async -> CaseResult {
    do throws(Failure) {
      switch mode {
      case .replay: return try await replayed(testCase)
      case .live: return try await live(testCase)
      case .drift: return try await drifted(testCase)
      case .record:
        return try await isSent(testCase) ? recorded(testCase) : replayed(testCase)
      }
    } catch {
      return CaseResult(
        testCase: testCase,
        verdict: .broken(Failure(error.status, error.diagnostics.map(\.withoutOptions))))
    }
  }

  private func isSent(_ testCase: TestCase) throws(Failure) -> Bool {
    guard case .record(onlyMissing: true) = mode else { return mode.sends }
    return try recording(of: testCase) == nil
  }

  func recording(of testCase: TestCase) throws(Failure) -> Recording? {
    let index = FilePath.join(testCase.folder, RecordingDeclaration.fileName)
    guard world.files.status(of: index) != nil else { return nil }
    return try Recording.read(testCase.folder, files: world.files)
  }

  // MARK: Judging

  /// Refuses to judge a run that a signal may have cut short.
  static func checkSignal() throws(Failure) {
    if Signals.first != nil { throw Failure(.interrupted, []) }
  }

  /// Refuses to send a case whose requester sends nothing, such as `fixture`.
  func checkRequesters(of testCase: TestCase) throws(Failure) {
    for endpoint in testCase.endpoints {
      guard let name = endpoint.requester, !registry.isRemote(name.text) else { continue }
      throw Failure(
        .badInput, "the requester '\(name.text)' sends nothing, so no server responds",
        at: name.mark, hint: "run 'apicall test' without \(mode.option ?? "")")
    }
  }

  /// Finds what is not as the case expects.
  ///
  /// Throws the ``Failure`` of the case if its file is wrong.
  func problems(
    of outcome: CaseOutcome, in testCase: TestCase
  ) throws(Failure) -> [Message] {
    // With these, the file is wrong, rather than what the server responds.
    let broken: [ExitStatus] = [.usage, .badInput, .noInput, .badConfiguration, .bug]
    if let failure = outcome.failure, outcome.exit != testCase.expectedExit,
      broken.contains(failure.status)
    {
      throw Failure(
        failure.status, failure.diagnostics.map { $0.masked(by: outcome.redactor) })
    }
    return testCase.problems(of: outcome)
  }

  func result(
    of testCase: TestCase, _ problems: [Message], _ outcome: CaseOutcome,
    _ changes: [String]
  ) -> CaseResult {
    let problems = problems.map { $0.withoutOptions.masked(by: outcome.redactor) }
    var result = CaseResult(
      testCase: testCase, verdict: problems.isEmpty ? .passed : .failed(problems))
    result.changes = changes
    let isExpected = outcome.exit == testCase.expectedExit
    result.ending = isExpected ? .success : outcome.failure?.status ?? .success
    if let log = outcome.log {
      result.steps = log.steps(showingBodies: result.isFailed)
    }
    if result.isFailed {
      var body = outcome.errors
      // The output of a single call that failed is the body of its response.
      if case .example = testCase.content, outcome.failure != nil, body.isEmpty {
        body = outcome.output
      }
      result.body = Array(
        outcome.redactor.masking(String(decoding: body, as: UTF8.self)).utf8)
      result.request = outcome.call.map { "\($0.request.method) \($0.request.url.text)" }
    }
    return result
  }
}
