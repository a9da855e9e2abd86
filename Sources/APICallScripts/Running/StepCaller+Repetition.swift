import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import YAMLTree

/// Runs a called script again: `retry` after a failure, and `poll` until its outputs meet a condition.
extension StepCaller {
  private var context: RunContext { plan.context }
  private var place: StepPlace { StepPlace(path: plan.place) }

  /// Makes attempts until one succeeds or fails for good; only the messages of the last one are
  /// shown.
  func retried(
    to errors: any ByteSink, _ attempt: (any ByteSink) async throws(Failure) -> ScopeRecord
  ) async throws(Failure) -> ScopeRecord {
    guard let rule = step.retry, rule.times > 0 else { return try await attempt(errors) }
    var count = 0
    while true {
      count += 1
      let held = context.hold()
      do throws(Failure) {
        let record = try await attempt(held)
        show(held, errors)
        return record
      } catch {
        let pause = count > rule.times ? nil : rule.pause(after: error, count)
        if pause == nil || context.showsEveryFailure { show(held, errors) }
        guard let pause else { throw error.counting(count, by: rule) }
        if context.showsEveryFailure {
          let words = "attempt \(count + 1) of \(rule.times + 1) in \(pause.written)"
          context.report(
            [Message(words, at: rule.mark).reported(as: .note)] + error.diagnostics.asNotes,
            to: errors)
        }
        context.tell?(.pausing(PollPause(calls: count, length: pause)), place)
        let chance = context.resources.world.randomBytes(1).first ?? 0
        try await context.pause(RetryRule.jittered(pause, by: chance))
      }
    }
  }

  private func show(_ held: any BufferedOutput, _ errors: any ByteSink) {
    guard !held.isEmpty else { return }
    try? held.drain(to: errors, masking: context.resources.world.trail.redactor(besides: []))
    try? errors.flush()
  }

  /// Runs a script until its outputs meet the condition of `until`, and checks them.
  func polled(
    in scope: Scope, _ run: @escaping () async throws(Failure) -> ScopeRecord
  ) async throws(Failure) -> ScopeRecord {
    guard let rule = step.poll, rule.condition != nil else {
      let record = try await run()
      _ = try accepts(record, in: scope)
      return record
    }
    let world = context.resources.world
    let start = world.elapsed()
    let limit = ScriptLimit(rule.limit, failure: rule.timeUp)
    do throws(Failure) {
      return try await context.limited(by: limit) { () throws(Failure) in
        var (pause, count) = (rule.every, 0)
        while true {
          count += 1
          let record = try await run()
          if try self.accepts(record, in: scope) { return record }
          if rule.isLast(count) { throw rule.callsUsed }
          // A call that would be too late is not made.
          guard world.elapsed() - start + pause < rule.limit else { throw rule.timeUp }
          self.context.tell?(.pausing(PollPause(calls: count, length: pause)), self.place)
          try await self.context.pause(pause)
          pause = rule.pause(after: pause)
        }
      }
    } catch {
      throw context.explaining(error, in: nil, by: limit)
    }
  }
}

extension RetryRule {
  /// The pause before another attempt; nil if there is none.
  fileprivate func pause(after failure: Failure, _ attempt: Int) -> Duration? {
    guard covers(failure) else { return nil }
    let own = pause(after: attempt)
    let demanded = failure.demandedPause
    return demanded > max(own, maxWait) ? nil : max(own, demanded)
  }
}

extension Failure {
  /// The longest pause that a server demands.
  fileprivate var demandedPause: Duration {
    diagnostics.compactMap { $0.exchange?.demandedPause }.max() ?? .zero
  }

  /// The failure of the last attempt, with the reason why there is no other.
  fileprivate func counting(_ attempts: Int, by rule: RetryRule) -> Failure {
    var failure = self
    if attempts <= rule.times, rule.covers(self) {
      failure = failure.changingFirst {
        let reason =
          "it was not retried: the server demands a pause of \(demandedPause.written) (Retry-After)"
        $0.hint = $0.hint.map { "\($0); \(reason)" } ?? reason
      }
    }
    return attempts > 1 ? failure.noting("after \(attempts) attempts", at: rule.mark) : failure
  }
}

extension [Message] {
  fileprivate var asNotes: [Message] { map { $0.reported(as: .note) } }
}

extension PollRule {
  fileprivate var timeUp: Failure {
    notMet("within \(limit.written)", hint: "'for' sets the time limit")
  }

  fileprivate var callsUsed: Failure {
    notMet(times == 1 ? "in one run" : "in \(times ?? 0) runs", hint: "'times' sets their number")
  }

  private func notMet(_ bound: String, hint: String) -> Failure {
    Failure(.incomplete, "the outputs did not meet 'until' \(bound)", at: mark, hint: hint)
  }
}
