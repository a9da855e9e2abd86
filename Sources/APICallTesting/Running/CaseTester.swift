package import APICallBase
import APICallHTTP
import APICallPlugins
import APICallRun
package import APICallSpec
import APICallSystem
import YAMLTree

/// Runs cases and judges them.
package struct CaseTester {
  /// The built-in roles and the plugins.
  let registry: Registry
  let world: World
  private let secrets: SecretStore
  private let executor: (any TaskExecutor)?
  private let mode: CaseMode
  /// Where calls that are sent go.
  package var destination = Destination()
  /// The number of times that a case which failed is run again; 0 for a case that is not sent, which
  /// would fail again.
  package var retries = 0
  /// Whether the results have what was sent and received, for reports.
  package var notesCalls = false
  /// Whether notes on drift are failures.
  package var isStrict = false
  /// Returns whether the golden file of a case is written where there is none and the case does not
  /// ask for one; nil if no golden file is written.
  package var updates: ((TestCase) -> Bool)?

  /// Prepares to run cases.
  ///
  /// - Parameters:
  ///   - registry: the roles by name; its requesters are used only for cases that are sent.
  ///   - world: the world of the program; a case that is not sent shares its files and digests.
  ///   - secrets: the sources of secrets, which are read only for cases that are sent.
  ///   - executor: the executor of tasks; nil for the default one.
  ///   - mode: what responds to the requests.
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

  /// Runs a case and judges it.
  ///
  /// - Parameter testCase: the case.
  /// - Returns: what came of it.
  package func result(of testCase: TestCase) async -> CaseResult {
    if let reason = testCase.test.skip { return CaseResult(testCase, .skipped(reason.text)) }
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

  /// Runs a case once and judges it.
  private func attempt(_ testCase: TestCase) async -> CaseResult {
    do throws(Failure) {
      switch mode {
      case .replay: return try await replayed(testCase)
      case .live: return try await live(testCase)
      case .drift: return try await drifted(testCase)
      case .record(let onlyMissing):
        let isSent = onlyMissing ? try recording(of: testCase) == nil : true
        return try await isSent ? recorded(testCase) : replayed(testCase)
      }
    } catch {
      return CaseResult(
        testCase, .broken(Failure(error.status, error.diagnostics.map(\.withoutOptions))))
    }
  }

  /// The recording of a case; nil if it has none.
  func recording(of testCase: TestCase) throws(Failure) -> Recording? {
    let index = FilePath.join(testCase.folder, RecordingDeclaration.fileName)
    guard world.files.status(of: index) != nil else { return nil }
    return try Recording.read(testCase.folder, files: world.files)
  }

  // MARK: Without a network

  private func replayed(_ testCase: TestCase) async throws(Failure) -> CaseResult {
    let (outcome, problems) = try await replay(testCase, with: recording(of: testCase))
    return try judged(testCase, outcome, problems)
  }

  /// Makes the calls of a case without a network.
  ///
  /// - Parameters:
  ///   - testCase: the case.
  ///   - recording: responds to its requests; nil if the examples do.
  /// - Returns: what came of it, and the problems besides its output.
  /// - Throws: a ``Failure`` if a file of the case is wrong, or a signal came.
  private func replay(
    _ testCase: TestCase, with recording: Recording?
  ) async throws(Failure) -> (outcome: CaseOutcome, problems: [Diagnostic]) {
    let replay = recording.map { Replay($0) }
    let moment = recording?.moment ?? .unrecorded
    var world = moment.world(self.world, waits: false)
    world.trail = SecretTrail()
    world.caller = TestCaller(of: testCase)
    let entry = replay?.entry ?? FixtureRequester.entry
    var resources = CallResources(
      registry: registry.responding(with: entry), world: world, secrets: secrets)
    resources.requester = entry.name
    resources.destination.profile = destination.profile
    resources.destination.isOffline = true
    let tap: any ExchangeTap = replay ?? RequestLimit()
    let log = notesCalls ? CallLog(elapsed: nil, keepsBodies: true) : nil
    let outcome = await CaseRun(
      testCase, with: resources, through: [tap], notedBy: log, on: executor
    ).perform()
    try Self.checkSignal()
    var problems = try self.problems(of: outcome, in: testCase)
    if problems.isEmpty, var problem = replay?.unusedProblem {
      problem.hint =
        "if the case makes fewer requests now, record it again with 'apicall test --record'"
      problems = [problem]
    }
    return (outcome, problems)
  }

  /// Judges the output of a case that ended as it should.
  private func judged(
    _ testCase: TestCase, _ outcome: CaseOutcome, _ problems: [Diagnostic]
  ) throws(Failure) -> CaseResult {
    guard problems.isEmpty else { return result(of: testCase, problems, outcome, []) }
    let (differences, changes) = try golden(of: testCase, outcome)
    return result(of: testCase, differences, outcome, changes)
  }

  /// Compares the output with the golden file, or accepts it.
  private func golden(
    of testCase: TestCase, _ outcome: CaseOutcome
  ) throws(Failure) -> (problems: [Diagnostic], changes: [String]) {
    var golden = try GoldenFile(of: testCase, in: world.files)
    var changes: [String] = []
    if let updates, testCase.test.isGolden != false,
      golden.path != nil || testCase.test.isGolden == true || updates(testCase),
      let change = try golden.update(from: outcome)
    {
      changes = [change]
      golden = try GoldenFile(of: testCase, in: world.files)
    }
    return (try golden.problems(of: outcome), changes)
  }

  // MARK: Sent to servers

  private func live(_ testCase: TestCase) async throws(Failure) -> CaseResult {
    try checkRequesters(of: testCase)
    var world = world
    world.trail = SecretTrail()
    let outcome = await send(testCase, in: world, through: [])
    return result(of: testCase, try problems(of: outcome, in: testCase), outcome, [])
  }

  /// Sends the case, and writes its recording if it ended as it should, also when it is replayed.
  private func recorded(_ testCase: TestCase) async throws(Failure) -> CaseResult {
    try checkRequesters(of: testCase)
    try FolderReplacement.check(testCase.folder, keeping: FolderReplacement.isGolden)
    let recorder = Recorder(RecordedMoment(world.now()), registry: registry)
    var world = recorder.moment.world(world, waits: true)
    world.trail = SecretTrail()
    let outcome = await send(testCase, in: world, through: [recorder])
    try Self.checkSignal()
    let problems = try problems(of: outcome, in: testCase)
    guard problems.isEmpty, recorder.count > 0 else {
      return result(of: testCase, problems, outcome, [])
    }
    let (files, counts) = try recorder.files(knowing: world, for: testCase.test)
    let recording = try Recording(of: files, named: testCase.folder, files: world.files)
    let (again, differences) = try await replay(testCase, with: recording)
    guard differences.isEmpty else {
      let problem = Diagnostic(
        "the case passes with its server, but not when it is replayed; nothing was recorded",
        at: testCase.mark)
      return result(of: testCase, [problem] + differences, again, [])
    }
    try FolderReplacement.replace(
      testCase.folder, with: files, keeping: FolderReplacement.isGolden)
    var judged = try judged(testCase, again, [])
    let lines = [recorder.summary(in: testCase.folder, masking: counts)]
    judged.changes.insert(contentsOf: lines + recorder.warnings.map { "warning: \($0)" }, at: 0)
    return judged
  }

  func send(
    _ testCase: TestCase, in world: World, through taps: [any ExchangeTap]
  ) async -> CaseOutcome {
    var world = world
    world.caller = TestCaller(of: testCase, for: world.caller)
    var resources = CallResources(registry: registry, world: world, secrets: secrets)
    resources.destination = destination
    let (elapsed, start) = (world.elapsed, world.elapsed())
    let log = notesCalls ? CallLog(elapsed: { elapsed() - start }, keepsBodies: true) : nil
    return await CaseRun(
      testCase, with: resources, through: taps, notedBy: log, on: executor
    ).perform()
  }

  // MARK: Judging

  /// Refuses to judge a run that a signal may have cut short.
  static func checkSignal() throws(Failure) {
    if Signals.first != nil { throw Failure(.interrupted, []) }
  }

  /// Refuses to send a case whose requester sends nothing, such as `fixture`.
  func checkRequesters(of testCase: TestCase) throws(Failure) {
    let endpoints =
      switch testCase.content {
      case .example(let endpoint, _): [endpoint]
      case .script(let script): script.endpoints
      }
    for endpoint in endpoints {
      guard let name = endpoint.requester, !registry.isRemote(name.text) else { continue }
      throw Failure(
        .badInput, "the requester '\(name.text)' sends nothing, so no server responds",
        at: name.mark, hint: "remove it, and run 'apicall test' without --record and --live")
    }
  }

  /// The problems of how a case ended.
  ///
  /// - Throws: the ``Failure`` of the case if its file is wrong.
  func problems(
    of outcome: CaseOutcome, in testCase: TestCase
  ) throws(Failure) -> [Diagnostic] {
    let judge = CaseJudge(testCase)
    if let failure = outcome.failure, outcome.exit != judge.expectedExit,
      CaseJudge.isBroken(failure)
    {
      throw failure
    }
    return judge.problems(of: outcome)
  }

  func result(
    of testCase: TestCase, _ problems: [Diagnostic], _ outcome: CaseOutcome,
    _ changes: [String]
  ) -> CaseResult {
    let problems = problems.map { $0.withoutOptions.masked(by: outcome.redactor) }
    var result = CaseResult(testCase, problems.isEmpty ? .passed : .failed(problems))
    result.changes = changes
    if let log = outcome.log {
      result.steps = log.steps(maskedBy: outcome.redactor, showingBodies: result.isFailed)
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
