import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// What is called when the steps of a script are over, however they ended.
///
/// The first failure counts; those after it are told. After a signal each call has some seconds, and
/// another signal ends all of it.
final class ScriptEnding {
  /// How long each call may take after a signal.
  static let limitAfterSignal = Duration.seconds(10)

  /// Why the script fails; nil where it does not.
  private(set) var failure: Failure?

  private let script: Script
  private let place: [String]
  private let surroundings: RunContext
  private let cleanups: CleanupList
  /// Whether a signal has come.
  private var isInterrupted = false
  /// Whether a second signal has come.
  private var isGivenUp = false

  /// Begins the end of a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - place: the names of the steps that lead to it.
  ///   - surroundings: what it is run in.
  ///   - cleanups: what takes back what its steps did.
  ///   - failure: why it has failed; nil where it has not.
  init(
    of script: Script, below place: [String], in surroundings: RunContext,
    cleanups: CleanupList, after failure: Failure?
  ) {
    self.script = script
    self.place = place
    self.surroundings = surroundings
    self.cleanups = cleanups
    self.failure = failure
    if failure?.status == .interrupted, surroundings.signal() != nil { interrupt() }
  }

  /// Makes the calls that are for a step that failed; whatever becomes of them, the script fails as
  /// it did.
  func runOnFailure(
    of step: Step, _ failure: Failure, in scope: Scope, without leftOut: [String]
  ) async {
    let told = ScriptFailure(
      step: step, failure: failure, trail: surroundings.resources.world.trail)
    var scope = scope
    scope.add(told.record(masking: scope.secretValues), named: ScriptNames.Record.error.name)
    await run(script.onFailure, as: .onFailure, in: scope, without: leftOut, counts: false)
  }

  /// Takes back what the steps did, the last one first.
  func cleanUp() async {
    if isGivenUp, let entry = cleanups.takeLast() {
      return tell("interrupted again; not cleaned up: \(cleanups.words(with: entry))")
    }
    while !isGivenUp, let entry = cleanups.takeLast() {
      do throws(Failure) {
        _ = try await call(
          entry.step, as: .cleanup, below: place + [entry.owner], in: entry.scope)
      } catch {
        note(error, of: entry.step)
        if isGivenUp { tell("interrupted again; not cleaned up: \(cleanups.words(with: entry))") }
      }
    }
  }

  /// Makes the calls that are made in the end.
  func runFinally(in scope: Scope, without leftOut: [String]) async {
    await run(script.finally, as: .finally, in: scope, without: leftOut, counts: true)
  }

  // MARK: Calls

  /// Makes calls, one after the other, but for those that need a step which left nothing; one that
  /// fails may count as a failure of the script.
  private func run(
    _ steps: [Step], as part: ScriptPart, in scope: Scope, without leftOut: [String], counts: Bool
  ) async {
    var scope = scope
    var leftOut = leftOut
    for (index, step) in steps.enumerated() {
      if isGivenUp {
        let names = steps[index...].map { "'\($0.name)'" }.joined(separator: ", ")
        return tell("interrupted again; not called: \(names)")
      }
      if let needed = neededStep(of: step, in: scope, without: leftOut) {
        let words = "\(step.title) is left out: it needs '\(needed)', which left nothing"
        surroundings.report([Diagnostic(words, at: step.mark).told(as: .note)])
        continue
      }
      do throws(Failure) {
        let record = try await call(step, as: part, below: place, in: scope)
        if record == nil { leftOut.append(step.name) }
        scope.add(record ?? .empty(of: step.callee), named: step.name)
      } catch {
        note(error, of: step, counts: counts)
        if isGivenUp { tell("\(step.title) was interrupted", of: step) }
        if step.allowsFailure { scope.add(.empty(of: step.callee), named: step.name) }
      }
    }
  }

  /// The first step that one uses and that has left nothing, since it failed or was never run.
  private func neededStep(
    of step: Step, in scope: Scope, without leftOut: [String]
  ) -> String? {
    let names = (script.steps + script.onFailure + script.finally).map(\.name)
    var used: [String] = []
    step.visitNames(of: script.head.source) { used.append($0.name) }
    return names.first { name in
      used.contains(name) && (scope.record(named: name) == nil || leftOut.contains(name))
    }
  }

  private func call(
    _ step: Step, as part: ScriptPart, below place: [String], in scope: Scope
  ) async throws(Failure) -> ScopeRecord? {
    surroundings.tell?(.step(StepStart(part: part)), StepPlace(path: place + [step.name]))
    let caller = try StepCaller(
      step, of: script, below: place, isPrinted: false, isUsed: part != .cleanup, in: surroundings)
    var record: ScopeRecord?
    var failure: Failure?
    let limit = isInterrupted ? Self.limitAfterSignal : nil
    let surroundings = surroundings
    let hadTime = await surroundings.shielded(within: limit) {
      do throws(Failure) {
        record = try await caller.perform(
          in: scope,
          to: OutputStreams(output: surroundings.errors, error: surroundings.errors),
          cleanups: CleanupList())
      } catch {
        failure = error
      }
    }
    guard let failure else { return record }
    guard hadTime || failure.status != .interrupted else {
      throw Failure(
        .timeout,
        "\(step.title) took longer than the \(Self.limitAfterSignal.written) "
          + "that it has after a signal", at: step.mark)
    }
    throw failure
  }

  // MARK: What goes wrong

  private func note(_ error: Failure, of step: Step, counts: Bool = true) {
    if error.status == .interrupted {
      guard !isInterrupted else {
        isGivenUp = true
        return
      }
      if let failure { surroundings.report(failure.diagnostics) }
      tell("\(step.title) was interrupted", of: step)
      failure = error
      return interrupt()
    }
    if !counts || step.allowsFailure {
      return surroundings.warn(of: error)
    }
    guard let before = failure else { return failure = error }
    if before.diagnostics.isEmpty {
      // The program ends without a further word.
      surroundings.report(error.diagnostics)
    } else {
      failure = Failure(before.status, before.diagnostics + error.diagnostics)
    }
  }

  private func tell(_ message: String, of step: Step? = nil) {
    surroundings.report([Diagnostic(message, at: step?.mark).told(as: .warning)])
  }

  private func interrupt() {
    isInterrupted = true
    surroundings.resume()
  }
}

/// The calls that take back what the steps of a script did, kept until the script is over.
final class CleanupList {
  /// The most of them.
  static let limit = 100_000

  /// One call.
  struct Entry {
    let step: Step
    /// The name of the step whose doing it takes back.
    let owner: String
    /// The names as they were when that step had succeeded.
    let scope: Scope
  }

  private var entries: [Entry] = []

  /// How many there are.
  var count: Int { entries.count }

  /// Tells whether there is room for another one.
  ///
  /// - Throws: a ``Failure`` where there is not.
  func checkRoom() throws(Failure) {
    guard entries.count >= Self.limit else { return }
    throw Failure(
      .other, "more than \(Self.limit) cleanups wait for the end of the script",
      hint: "let a script of its own do it for a part of them: its cleanups are made when it ends")
  }

  /// Keeps a call.
  ///
  /// - Parameters:
  ///   - cleanup: what is called.
  ///   - step: the step, which has succeeded.
  ///   - scope: the names at this time, those of the step itself among them.
  func add(_ cleanup: Cleanup, of step: Step, in scope: Scope) {
    entries.append(Entry(step: cleanup.step, owner: step.name, scope: scope))
  }

  /// The steps whose doing is left as it is, the last one first, in words.
  ///
  /// - Parameter entry: one that has been taken, and not been done.
  /// - Returns: the first of them by name, and how many others there are.
  func words(with entry: Entry) -> String {
    let owners = [entry.owner] + entries.reversed().prefix(7).map(\.owner)
    let names = owners.map { "'\($0)'" }.joined(separator: ", ")
    let more = entries.count + 1 - owners.count
    return more > 0 ? "\(names) and \(more) more" : names
  }

  /// Takes the one that was kept last.
  func takeLast() -> Entry? { entries.popLast() }
}
