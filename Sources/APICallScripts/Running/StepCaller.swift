import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import YAMLTree

/// Runs one step of a script, or an iteration of it: if its condition holds, makes its call, as
/// often as it polls, and adds its cleanup.
final class StepCaller {
  let plan: CallPlan
  let format: WrittenName?
  let step: Step
  let head: EndpointSpec
  /// The secrecy of the values because of which the step, or an iteration, has failed.
  var secrecyOfFailures = Secrecy.open
  private let files: StepFiles?
  /// Why the script may not write where it likes; nil if it is trusted.
  private lazy var distrust = plan.context.resources.sources.chain?.distrust(
    in: plan.context.resources.world)

  init(
    _ step: Step, of script: ScriptSpec, below place: [String], isPrinted: Bool,
    isUsed: Bool = true,
    in context: RunContext
  ) throws(Failure) {
    self.step = step
    head = script.head
    format = script.format ?? step.callee.format
    // The script of a round may save the same files as that of the one before.
    files = StepFiles(
      of: step, in: script, below: place, into: context.into,
      besides: context.isRound && !place.isEmpty ? SavedFiles() : context.savedFiles)
    plan = try CallPlan(
      step, of: script, below: place, isPrinted: isPrinted, isUsed: isUsed, in: context)
  }

  /// Runs the step, or an iteration of it.
  ///
  /// Returns the parts of the response that are used; nil if the step is skipped. Throws a
  /// ``Failure`` with a note that names the step.
  func perform(
    in scope: Scope, iteration: Int? = nil, to streams: OutputStreams, cleanups: CleanupList
  ) async throws(Failure) -> ScopeRecord? {
    do throws(Failure) {
      var scope = scope.atPresent()
      var secrecy = Secrecy.open
      if let condition = step.condition {
        let holds = try condition.holds(in: scope, of: head, sparing: Loop.element) {
          secrecy.join($0.secrecy)
        }
        // Whether there are values says as much as the secrets that decide it.
        if !holds { return secrecy == .open ? nil : .empty(of: step.callee).joining(secrecy) }
      }
      if step.cleanup != nil { try cleanups.checkRoom() }
      if let pause = step.pause { try await plan.context.pause(pause) }
      let made = try await StateAttempt().make { () throws(Failure) in
        try await judgedRecord(in: scope, iteration, streams)
      }
      let record = try made.joining(secrecy).counted(in: plan.context.resources.world.memory)
      if let cleanup = step.cleanup {
        scope.add(record, named: step.name)
        cleanups.add(cleanup, of: step, in: scope)
      }
      return record
    } catch {
      throw error.noting(step, iteration)
    }
  }

  func record(
    in scope: Scope, _ iteration: Int?, _ streams: OutputStreams
  ) async throws(Failure) -> ScopeRecord {
    guard let rule = step.poll, rule.condition == nil
    else { return try await call(in: scope, iteration, streams) }
    let world = plan.context.resources.world
    let loop = try PollLoop(rule, of: head, in: scope, world: world)
    let place = StepPlace(path: plan.place, iteration: iteration)
    let tell = plan.context.tell
    return try await loop.perform(telling: { tell?(.pausing($0), place) }) {
      (attempt) throws(Failure) in
      try await call(in: scope.atPresent(), iteration, streams, attempt)
    }
  }

  private func call(
    in scope: Scope, _ iteration: Int?, _ streams: OutputStreams, _ poll: PollAttempt? = nil
  ) async throws(Failure) -> ScopeRecord {
    let path = try files?.path(of: iteration, in: scope)
    let file = path.map {
      StepFile(
        path: $0, mark: step.save?.mark, script: head.file, context: plan.context,
        distrust: distrust)
    }
    return try await plan.call(in: iteration, to: streams, savingIn: file, polling: poll) {
      () throws(Failure) in try plan.inputs(from: scope)
    }
  }
}
