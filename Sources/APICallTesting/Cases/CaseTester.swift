package import APICallBase
import APICallHTTP
import APICallPlugins
import APICallRun
package import APICallSpec

/// Runs cases without a network, and judges them.
package struct CaseTester {
  /// The built-in roles, and the plugins besides those that send.
  private let registry: Registry
  private let world: World
  private let secrets: SecretStore
  private let executor: (any TaskExecutor)?
  /// Returns whether the golden file of a case is written: where there is one, where the case asks
  /// for one, or in any case; nil if no golden file is written.
  package var updates: ((TestCase) -> Bool)?

  /// Prepares to run cases.
  ///
  /// - Parameters:
  ///   - registry: the roles by name; its requesters are not used.
  ///   - world: the files and the digests; everything else is the case's own.
  ///   - secrets: the sources of secrets, which are not read.
  ///   - executor: the executor of tasks; nil for the default one.
  package init(
    _ registry: Registry, in world: World, secrets: SecretStore, on executor: (any TaskExecutor)?
  ) {
    var registry = registry
    registry.requesters = []
    registry.supply = registry.supply.map { SupplyWithoutRequesters(supply: $0) }
    self.registry = registry
    self.world = world
    self.secrets = secrets
    self.executor = executor
  }

  /// Runs a case and judges it.
  ///
  /// - Parameter testCase: the case.
  /// - Returns: what came of it.
  package func result(of testCase: TestCase) async -> CaseResult {
    if let reason = testCase.test.skip { return CaseResult(testCase, .skipped(reason.text)) }
    let start = SuspendingClock.now
    var result: CaseResult
    do throws(Failure) {
      let outcome = await run(testCase)
      result = try judged(outcome, of: testCase)
      result.requests = outcome.count
      if result.isFailed {
        result.body = outcome.errors
        result.request = outcome.call.map { "\($0.request.method) \($0.request.url.text)" }
      }
    } catch {
      result = CaseResult(testCase, .broken(error))
    }
    result.time = SuspendingClock.now - start
    return result
  }

  private func run(_ testCase: TestCase) async -> CaseRun.Outcome {
    var world = RecordedMoment.unrecorded.world(self.world, waits: false)
    world.trail = SecretTrail()
    world.caller = TestCaller(of: testCase)
    var registry = registry
    registry.requesters = [FixtureRequester.entry]
    var resources = CallResources(registry: registry, world: world, secrets: secrets)
    resources.requester = FixtureRequester.name
    resources.destination.isOffline = true
    return await CaseRun(testCase, with: resources, on: executor).perform()
  }

  private func judged(
    _ outcome: CaseRun.Outcome, of testCase: TestCase
  ) throws(Failure) -> CaseResult {
    let judge = CaseJudge(testCase)
    if let failure = outcome.failure, outcome.exit != judge.expectedExit,
      CaseJudge.isBroken(failure)
    {
      return CaseResult(testCase, .broken(failure))
    }
    var problems = judge.problems(of: outcome)
    var changes: [String] = []
    if problems.isEmpty {
      var golden = try GoldenFile(of: testCase, in: world.files)
      if let updates, testCase.test.isGolden != false,
        golden.path != nil || testCase.test.isGolden == true || updates(testCase),
        let change = try golden.update(from: outcome)
      {
        changes = [change]
        golden = try GoldenFile(of: testCase, in: world.files)
      }
      problems = try golden.problems(of: outcome)
    }
    problems = problems.map { $0.masked(by: outcome.redactor) }
    var result = CaseResult(testCase, problems.isEmpty ? .passed : .failed(problems))
    result.changes = changes
    return result
  }
}

/// Installed plugins without those that send requests.
private struct SupplyWithoutRequesters: PluginSupply {
  let supply: any PluginSupply

  func requester(named name: String) throws(Failure) -> RequesterEntry? { nil }

  func decoder(named name: String) throws(Failure) -> DecoderEntry? {
    try supply.decoder(named: name)
  }

  func decoder(for mediaType: MediaType) -> DecoderEntry? { supply.decoder(for: mediaType) }

  func formatter(named name: String) throws(Failure) -> FormatterEntry? {
    try supply.formatter(named: name)
  }

  func authType(named name: String) throws(Failure) -> AuthEntry? {
    try supply.authType(named: name)
  }

  func advice(on name: String, as role: Role) -> String? { supply.advice(on: name, as: role) }

  func names(of role: Role) -> [String] { supply.names(of: role) }
}
