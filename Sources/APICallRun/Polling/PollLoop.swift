package import APICallBase
import APICallHTTP
package import APICallSpec

/// Makes a call again and again, until its response is as `poll:` wants it.
package struct PollLoop {
  private let rule: PollRule
  private let judge: AnswerPoll
  private let world: World

  /// Fills the placeholders of the rule in.
  ///
  /// - Parameters:
  ///   - rule: until when, and how often.
  ///   - head: the script that writes it.
  ///   - scope: the script's names, with their values.
  ///   - world: tells the time, and waits.
  /// - Throws: a ``Failure`` with exit status 65 that lists every value that is invalid in its place.
  package init(
    _ rule: PollRule, of head: Endpoint, in scope: Scope, world: World
  ) throws(Failure) {
    self.rule = rule
    self.world = world
    do throws(Failure) {
      judge = try AnswerPoll(rule, of: head, in: scope)
    } catch {
      throw error.blamingResponses(for: rule.templates, in: scope)
    }
  }

  /// Makes the calls.
  ///
  /// - Parameters:
  ///   - tell: is told of each pause before it begins.
  ///   - call: makes one of them.
  /// - Returns: what the last one returned.
  /// - Throws: a ``Failure`` with exit status 75 if the time is over, 9 where a response is as it
  ///   will never become the one that is wanted; that of a call which failed.
  package func perform<Result>(
    telling tell: (PollPause) -> Void = { _ in },
    _ call: (PollAttempt) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let start = world.elapsed()
    var last: [Diagnostic] = []
    var pause = rule.every
    var count = 0
    while true {
      count += 1
      judge.reset()
      let left = max(rule.limit - (world.elapsed() - start), .milliseconds(1))
      do throws(Failure) {
        let result = try await call(
          PollAttempt(judge: judge, deadline: start + rule.limit, timeLeft: left))
        guard case .again(let problems) = judge.verdict else { return result }
        last = problems
      } catch {
        // It was cut short where it took all the time that was left.
        guard error.status == .timeout, world.elapsed() - start >= rule.limit else { throw error }
        throw timeUp(calls: count, last)
      }
      let wait = judge.head?.pause(atLeast: pause, world.now()) ?? pause
      // A call that would come too late is not waited for.
      guard world.elapsed() - start + wait < rule.limit else {
        throw timeUp(calls: count, last, asked: wait > pause ? wait : nil)
      }
      tell(PollPause(calls: count, length: wait))
      do throws(CancellationError) {
        try await world.wait(wait)
      } catch {
        throw Failure(.interrupted, [])
      }
      pause = rule.pause(after: pause)
    }
  }

  /// The failure of a polling whose time is over.
  ///
  /// - Parameters:
  ///   - calls: how many calls there were.
  ///   - problems: what was wrong with the last response.
  ///   - asked: how long the server asks to wait, where that is why no more calls are made.
  /// - Returns: the failure.
  private func timeUp(
    calls: Int, _ problems: [Diagnostic], asked: Duration? = nil
  ) -> Failure {
    let count = calls == 1 ? "one call" : "\(calls) calls"
    let reason = asked.map { "; the server demands a pause of \($0.written) (Retry-After)" } ?? ""
    let told = Diagnostic(
      "\(count) within \(rule.limit.written) brought no response that matches 'until'",
      at: rule.mark, hint: "'for' sets the time limit\(reason)")
    return Failure(.incomplete, [told] + problems)
  }
}

/// The pause before one more call, after so many of them.
package struct PollPause: Sendable, Hashable {
  /// How many calls there were.
  package let calls: Int
  package let length: Duration
}

/// One of the calls that are made until a response is as it is wanted.
package struct PollAttempt {
  /// What looks at the response.
  package let judge: AnswerPoll
  /// When the polling's time is over.
  package let deadline: Duration
  /// How much of it is left.
  package let timeLeft: Duration

  package init(judge: AnswerPoll, deadline: Duration, timeLeft: Duration) {
    self.judge = judge
    self.deadline = deadline
    self.timeLeft = timeLeft
  }

  /// The call as it expects what is waited for, and takes no longer than the polling may.
  package func prepared(_ call: Call) -> Call {
    let status = judge.rule.until.status
    let endpoint =
      status.mark == nil ? nil : call.endpoint.with { $0.expectation.status = status }
    var request = call.request
    request.limits.cap(total: timeLeft)
    return call.with(endpoint: endpoint, request: request, deadline: deadline)
  }
}
