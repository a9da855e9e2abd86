import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import YAMLTree

/// The calls after the steps of a script, however these ended.
///
/// The first failure counts; later ones are only reported. After a signal each call has a time
/// limit, and another signal ends everything.
final class ScriptEnding {
  private(set) var failure: Failure?

  private let script: ScriptSpec
  private let place: [String]
  private let context: RunContext
  private let cleanups: CleanupList
  private var isInterrupted = false
  /// Limits the time of expressions after a signal; nil before it.
  private var watch: EvaluationWatch?
  private var isFinal = false
  /// When they have to end, by the clock of the run; nil for no limit.
  private var deadline: Duration?
  private var isGivenUp = false

  /// The time for all calls of `finally`, and for all expressions, after a signal.
  private static let mostAfterSignal = Duration.seconds(30)

  init(
    of script: ScriptSpec, below place: [String], in context: RunContext,
    cleanups: CleanupList, after failure: Failure?
  ) {
    self.script = script
    self.place = place
    self.context = context
    self.cleanups = cleanups
    self.failure = failure
    if failure?.status == .interrupted, context.signal() != nil { interrupt() }
  }

  /// Makes the calls of `on_failure`; their results do not change the failure of the script.
  func runOnFailure(
    of step: Step, _ failure: Failure, in scope: Scope
  ) async {
    var scope = scope
    let values = failure.record(
      of: step, masking: scope.secretValues, after: context.resources.world.trail)
    scope.add(values, named: ScriptNames.Record.error.name)
    await run(script.onFailure, as: .onFailure, in: scope, counts: false)
  }

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

  /// Makes the calls of `finally`; after a signal, only those for which there is time.
  func runFinally(in scope: Scope) async {
    isFinal = true
    if isInterrupted { limitFinally() }
    await run(script.finally, as: .finally, in: scope, counts: true)
  }

  // MARK: Calls

  /// Makes calls, one after the other, except those that need a value of a step without results; a
  /// failed call may count as a failure of the script.
  ///
  /// The values of such a step are null, so that a call can say what stands for them.
  private func run(
    _ steps: [Step], as part: ScriptPart, in scope: Scope, counts: Bool
  ) async {
    var scope = scope
    for step in script.steps where scope.record(named: step.name) == nil {
      scope.add(.empty(of: step.callee), named: step.name)
    }
    for (index, step) in steps.enumerated() {
      if isGivenUp || timeLeft <= .zero {
        let names = steps[index...].map { "'\($0.name)'" }.joined(separator: ", ")
        let reason =
          isGivenUp
          ? "interrupted again"
          : "the \(Self.mostAfterSignal.written) allowed after a signal have passed"
        return tell("\(reason); not called: \(names)")
      }
      var record: ScopeRecord?
      let need = step.need(in: script.head.source) { scope.record(named: $0)?.hasResults == false }
      if let need {
        let value = need.span.text
        let words = "\(step.title) is skipped: '\(need.step)' has no results, and so no '\(value)'"
        let hint = "if it makes sense without a value, write <\(value) | default(\"none\")>"
        context.report([
          Message(words, at: need.span.mark, hint: hint).reported(as: .warning)
        ])
      } else {
        do throws(Failure) {
          record = try await call(step, as: part, below: place, in: scope)
        } catch {
          note(error, of: step, counts: counts)
          if isGivenUp { tell("\(step.title) was interrupted", of: step) }
        }
      }
      scope.add(record ?? .empty(of: step.callee), named: step.name)
    }
  }

  private func call(
    _ step: Step, as part: ScriptPart, below place: [String], in scope: Scope
  ) async throws(Failure) -> ScopeRecord? {
    context.tell?(.step(StepStart(part: part)), StepPlace(path: place + [step.name]))
    let caller = try StepCaller(
      step, of: script, below: place, isPrinted: false, isUsed: part != .cleanup, in: context)
    var record: ScopeRecord?
    var failure: Failure?
    let limit = isInterrupted ? min(context.limitAfterSignal, timeLeft) : nil
    let context = context
    let hadTime = await EvaluationWatch.$current.withValue(watch ?? .current) {
      await context.shielded(within: limit) {
        do throws(Failure) {
          record = try await caller.perform(
            in: scope,
            to: OutputStreams(output: context.errors, error: context.errors),
            cleanups: CleanupList())
        } catch {
          failure = error
        }
      }
    }
    guard let failure else { return record }
    guard hadTime || failure.status != .interrupted else {
      throw Failure(
        .timeout,
        "\(step.title) took longer than the \((limit ?? context.limitAfterSignal).written) "
          + "allowed after a signal", at: step.mark)
    }
    throw failure
  }

  private func limitFinally() {
    deadline = context.resources.world.elapsed() + Self.mostAfterSignal
  }

  private var timeLeft: Duration {
    deadline.map { $0 - context.resources.world.elapsed() } ?? Self.mostAfterSignal
  }

  // MARK: Failures

  private func note(_ error: Failure, of step: Step, counts: Bool = true) {
    if error.status == .interrupted {
      guard !isInterrupted else {
        isGivenUp = true
        return
      }
      if let failure { context.report(failure.diagnostics) }
      tell("\(step.title) was interrupted", of: step)
      failure = error
      return interrupt()
    }
    if !counts || step.allowsFailure {
      return context.warn(of: error)
    }
    guard let before = failure else { return failure = error }
    if before.diagnostics.isEmpty {
      // The program ends without a further message.
      context.report(error.diagnostics)
    } else {
      failure = Failure(before.status, before.diagnostics + error.ofEnding.diagnostics)
    }
  }

  private func tell(_ message: String, of step: Step? = nil) {
    context.report([Message(message, at: step?.mark).reported(as: .warning)])
  }

  private func interrupt() {
    isInterrupted = true
    watch = EvaluationWatch(
      Self.mostAfterSignal, "the \(Self.mostAfterSignal.written) allowed after a signal",
      hint: "use shorter lists and texts in the calls that end a script",
      by: context.resources.world.elapsed)
    if isFinal { limitFinally() }
    context.resume()
  }
}

/// The cleanups of the steps of a script, kept until the script ends.
final class CleanupList {
  static let limit = 100_000

  struct Entry {
    let step: Step
    /// The name of the step that it belongs to.
    let owner: String
    /// The names at the time when that step succeeded.
    let scope: Scope
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  func checkRoom() throws(Failure) {
    guard entries.count >= Self.limit else { return }
    throw Failure(
      .other, "more than \(Self.limit) cleanups wait for the end of the script",
      hint: "move some of the steps to another script: its cleanups are made when it ends")
  }

  func add(_ cleanup: Cleanup, of step: Step, in scope: Scope) {
    entries.append(Entry(step: cleanup.step, owner: step.name, scope: scope))
  }

  /// Lists the steps that are not cleaned up, the latest first.
  ///
  /// Returns the names of the first steps, and the number of the others.
  func words(with entry: Entry) -> String {
    let owners = [entry.owner] + entries.reversed().prefix(7).map(\.owner)
    let names = owners.map { "'\($0)'" }.joined(separator: ", ")
    let more = entries.count + 1 - owners.count
    return more > 0 ? "\(names) and \(more) more" : names
  }

  func takeLast() -> Entry? { entries.popLast() }
}
