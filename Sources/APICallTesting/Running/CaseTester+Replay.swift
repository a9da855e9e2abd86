import APICallBase
import APICallModel
import APICallPlugins
import APICallRequests
import APICallRun
import APICallSafety

/// Cases that nothing is sent for.
extension CaseTester {
  func replayed(_ testCase: TestCase) async throws(Failure) -> CaseResult {
    let (outcome, problems) = try await replay(testCase, with: recording(of: testCase))
    return try judged(testCase, outcome, problems)
  }

  /// Makes the calls of a case without a network.
  ///
  /// Returns what came of it, and the problems besides its output. Throws a ``Failure`` if a file
  /// of the case is wrong, or a signal came.
  func replay(
    _ testCase: TestCase, with recording: Recording?
  ) async throws(Failure) -> (outcome: CaseOutcome, problems: [Message]) {
    let replay = recording.map { Replay($0) }
    let moment = recording?.moment ?? .unrecorded
    var world = moment.world(self.world, waits: false)
    world.trail = SecretTrail()
    world.caller = TestCaller(of: testCase)
    let entry = replay?.entry ?? ExampleRequester.entry
    var resources = CallResources(
      registry: registry.responding(with: entry), world: world, secrets: secrets)
    resources.requester = entry.name
    resources.destination.profile = destination.profile
    resources.destination.isOffline = true
    let tap: any ExchangeTap = replay ?? RequestLimit()
    let log = notesCalls ? CallLog(elapsed: nil, keepsBodies: true) : nil
    let outcome = await CaseRun(
      testCase: testCase, resources: resources, taps: [tap], log: log, executor: executor
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

  func judged(
    _ testCase: TestCase, _ outcome: CaseOutcome, _ problems: [Message]
  ) throws(Failure) -> CaseResult {
    guard problems.isEmpty else { return result(of: testCase, problems, outcome, []) }
    let (differences, changes) = try golden(of: testCase, outcome)
    return result(of: testCase, differences, outcome, changes)
  }

  private func golden(
    of testCase: TestCase, _ outcome: CaseOutcome
  ) throws(Failure) -> (problems: [Message], changes: [String]) {
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
}
