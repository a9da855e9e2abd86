import APICallBase
import APICallRequests
import APICallRun
import APICallSafety
import APICallSystem

/// Cases that are sent to servers.
extension CaseTester {
  func live(_ testCase: TestCase) async throws(Failure) -> CaseResult {
    try checkRequesters(of: testCase)
    var world = world
    world.trail = SecretTrail()
    let outcome = await send(testCase, in: world, through: [])
    return result(of: testCase, try problems(of: outcome, in: testCase), outcome, [])
  }

  /// Sends the case, and writes its recording if it ended as it should, also when it is replayed.
  func recorded(_ testCase: TestCase) async throws(Failure) -> CaseResult {
    try checkRequesters(of: testCase)
    try FolderReplacement.check(testCase.folder, keeping: FolderReplacement.isGolden)
    let recorder = Recorder(RecordedMoment(world.now()), registry: registry)
    var world = recorder.moment.world(world, waits: true)
    world.trail = SecretTrail()
    let outcome = await send(testCase, in: world, through: [recorder])
    try Self.checkSignal()
    let problems = try problems(of: outcome, in: testCase)
    guard problems.isEmpty, recorder.count > 0 else {
      return try judged(testCase, outcome, problems)
    }
    let (files, counts) = try recorder.files(knowing: world, for: testCase.test)
    let recording = try Recording(of: files, named: testCase.folder, files: world.files)
    let (again, differences) = try await replay(testCase, with: recording)
    guard differences.isEmpty else {
      let problem = Message(
        "the case passes with its server, but not when it is replayed; nothing was recorded",
        at: testCase.mark)
      return result(of: testCase, [problem] + differences, again, [])
    }
    try FolderReplacement.replace(
      testCase.folder, with: files, keeping: FolderReplacement.isGolden)
    var judged = try judged(testCase, again, [])
    judged.changes.insert(recorder.summary(in: testCase.folder, masking: counts), at: 0)
    judged.notes += recorder.warnings.map { Message($0).reported(as: .warning) }
    return judged
  }

  func send(
    _ testCase: TestCase, in world: World, through taps: [any ExchangeTap]
  ) async -> CaseOutcome {
    var world = world
    world.caller = TestCaller(of: testCase, for: world.caller)
    let resources = resources(in: world)
    let (elapsed, start) = (world.elapsed, world.elapsed())
    let log = notesCalls ? CallLog(elapsed: { elapsed() - start }, keepsBodies: true) : nil
    return await CaseRun(
      testCase: testCase, resources: resources, taps: taps, log: log, executor: executor
    ).perform()
  }

  func resources(in world: World) -> CallResources {
    var resources = CallResources(registry: registry, world: world, secrets: secrets)
    resources.destination = destination
    resources.storesOutputs = false
    resources.lock = lock
    return resources
  }
}
