import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

extension StepCaller {
  /// Makes the call again and again, until its answer is as `poll` wants it; each call is made anew.
  ///
  /// - Parameters:
  ///   - rule: until when, and how often.
  ///   - scope: the script's names, with their values.
  ///   - round: the round of the loop that it is made for, counted from 1; nil where there is none.
  ///   - output: where the last answer goes, if it is printed.
  ///   - errors: where the body of an unexpected answer is shown.
  /// - Returns: what of the last answer is used.
  /// - Throws: a ``Failure`` with exit status 75 where the time is over, 9 where an answer is as it
  ///   will never become the one that is wanted; that of a call which failed.
  func poll(
    _ rule: PollRule, in scope: Scope, round: Int?, output: any ByteSink, errors: any ByteSink
  ) async throws(Failure) -> ScopeRecord {
    let judge: AnswerPoll
    do {
      judge = try AnswerPoll(rule, of: head, in: scope)
    } catch {
      throw noted(error, in: round)
    }
    let world = surroundings.resources.world
    let start = world.elapsed()
    var last: [Diagnostic] = []
    var pause = rule.every
    var count = 0
    while true {
      count += 1
      judge.reset()
      let left = max(rule.limit - (world.elapsed() - start), .milliseconds(1))
      do throws(Failure) {
        let record = try await call(
          in: scope.atPresent(), round: round, output: output, errors: errors,
          polling: PollAttempt(judge: judge, deadline: start + rule.limit, timeLeft: left))
        guard case .again(let problems) = judge.verdict else { return record }
        last = problems
      } catch {
        // It was cut short where it took all the time that was left.
        guard error.status == .timeout, world.elapsed() - start >= rule.limit else { throw error }
        throw noted(Self.timeUp(rule, calls: count, last), in: round)
      }
      // A call that would come too late is not waited for.
      guard world.elapsed() - start + pause < rule.limit else {
        throw noted(Self.timeUp(rule, calls: count, last), in: round)
      }
      do throws(CancellationError) {
        try await world.wait(pause)
      } catch {
        throw Failure(.interrupted, [])
      }
      pause = rule.pause(after: pause)
    }
  }

  /// The failure of a polling whose time is over.
  private static func timeUp(
    _ rule: PollRule, calls: Int, _ problems: [Diagnostic]
  ) -> Failure {
    let count = calls == 1 ? "one call" : "\(calls) calls"
    let told = Diagnostic(
      "\(count) within \(rule.limit.written) brought no answer that 'until' describes",
      at: rule.mark, hint: "'for' says how long it may take")
    return Failure(.incomplete, [told] + problems)
  }
}
