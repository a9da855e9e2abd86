import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// Runs one step of a script, or a iteration of it: where its condition holds, calls what it calls, as often
/// as it polls, and keeps what takes it back.
final class StepCaller {
  let plan: CallPlan
  /// The formatter of what is printed, as the files name it; nil where none does.
  let format: WrittenName?
  private let step: Step
  /// The script.
  private let head: Endpoint
  /// Where the answers are saved; nil where they are not.
  private let files: StepFiles?

  /// Prepares a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - script: its script.
  ///   - place: the names of the steps that lead to the script.
  ///   - isPrinted: whether what it answers is what the script prints.
  ///   - isUsed: whether what it leaves has a name that others may use.
  ///   - surroundings: what the script is run in.
  /// - Throws: a ``Failure`` where the endpoint's requester cannot be had.
  init(
    _ step: Step, of script: Script, below place: [String], isPrinted: Bool, isUsed: Bool = true,
    in surroundings: RunContext
  ) throws(Failure) {
    self.step = step
    head = script.head
    format = script.format ?? step.callee.format
    files = StepFiles(of: step, in: script, isCalled: !place.isEmpty)
    plan = try CallPlan(
      step, of: script, below: place, isPrinted: isPrinted, isUsed: isUsed, in: surroundings)
  }

  /// Runs the step, or a iteration of it.
  ///
  /// - Parameters:
  ///   - scope: the script's names, with their values, and those of the iteration.
  ///   - iteration: the iteration of the loop, counted from 1; nil where there is none.
  ///   - streams: where what is printed goes, and the body of an unexpected answer.
  ///   - cleanups: what is called when the script is over.
  /// - Returns: what of the answer is used; nil where the step is skipped.
  /// - Throws: a ``Failure`` that says in which step it failed.
  func perform(
    in scope: Scope, iteration: Int? = nil, to streams: OutputStreams, cleanups: CleanupList
  ) async throws(Failure) -> ScopeRecord? {
    do throws(Failure) {
      var scope = scope.atPresent()
      if let condition = step.condition, try !condition.holds(in: scope, of: head) { return nil }
      if step.cleanup != nil { try cleanups.checkRoom() }
      let record = try await record(in: scope, iteration, streams)
      if let cleanup = step.cleanup {
        scope.add(record, named: step.name)
        cleanups.add(cleanup, of: step, in: scope)
      }
      return record
    } catch {
      throw error.noting(step, iteration)
    }
  }

  /// Makes the call, as often as the step polls.
  private func record(
    in scope: Scope, _ iteration: Int?, _ streams: OutputStreams
  ) async throws(Failure) -> ScopeRecord {
    guard let rule = step.poll else { return try await call(in: scope, iteration, streams) }
    let world = plan.surroundings.resources.world
    let loop = try PollLoop(rule, of: head, in: scope, world: world)
    let place = StepPlace(path: plan.place, iteration: iteration)
    let tell = plan.surroundings.tell
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
      StepFile(path: $0, mark: step.save?.mark, script: head.file, surroundings: plan.surroundings)
    }
    return try await plan.call(in: iteration, to: streams, savingIn: file, polling: poll) {
      () throws(Failure) in try plan.inputs(from: scope)
    }
  }
}

extension Failure {
  /// The failure of a call whose request no option of the command line changes.
  private var withoutOptions: Failure { Failure(status, diagnostics.map(\.withoutOptions)) }

  /// The failure with a note of where it happened.
  func noting(_ words: String, at mark: Mark) -> Failure {
    guard var first = diagnostics.first else { return self }
    first.notes.append(Diagnostic.Note(words, at: mark))
    return Failure(status, [first] + diagnostics.dropFirst())
  }

  /// The failure with a note of the step, and of the iteration of it, in which it happened.
  func noting(_ step: Step, _ iteration: Int? = nil) -> Failure {
    let part = iteration.map { "iteration \($0) of " } ?? ""
    return withoutOptions.noting("in \(part)\(step.title)", at: step.mark)
  }
}
