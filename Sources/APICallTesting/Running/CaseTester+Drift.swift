import APICallBase
import APICallModel
import APICallReports
import APICallRun
import APICallSafety

extension CaseTester {
  /// Sends a case, and compares the responses with its recording, or else with its example.
  func drifted(_ testCase: TestCase) async throws(Failure) -> CaseResult {
    let baseline: CaseDrift.Baseline
    if let recording = try recording(of: testCase) {
      baseline = .recording(recording)
    } else if case .example(_, let example) = testCase.content {
      baseline = .example(example)
    } else {
      return CaseResult(
        testCase: testCase, verdict: .skipped("there is no recording to compare with"))
    }
    try checkRequesters(of: testCase)
    let recorder = Recorder(RecordedMoment(world.now()), registry: registry)
    let safe = SafeRequests()
    let taps: [any ExchangeTap] = destination.allowsWrites ? [recorder] : [safe, recorder]
    var world = world
    world.trail = SecretTrail()
    let outcome = await send(testCase, in: world, through: taps)
    try Self.checkSignal()
    let isWhole = safe.refusedMethod == nil
    let drift = try rethrowing(CaseDrift(of: recorder.seen, from: baseline, isWhole: isWhole)) {
      (error: RecordingFault) in Failure(.badInput, error.reason, at: testCase.mark)
    }
    if let method = safe.refusedMethod {
      // What was found until then counts.
      guard drift.problems.isEmpty else { return result(of: testCase, drift.problems, outcome, []) }
      return CaseResult(
        testCase: testCase,
        verdict: .skipped("\(method) may change something; --allow-write sends it"))
    }
    var problems = try self.problems(of: outcome, in: testCase)
    // A status that is not expected has been reported as such.
    if problems.isEmpty { problems = drift.problems }
    if isStrict {
      problems += drift.notes.map { $0.reported(as: .error) }
      return result(of: testCase, problems, outcome, [])
    }
    var result = result(of: testCase, problems, outcome, [])
    result.notes = drift.notes.map { $0.masked(by: outcome.redactor) }
    return result
  }
}
