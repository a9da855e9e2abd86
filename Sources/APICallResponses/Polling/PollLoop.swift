package import APICallBase
import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallRequests

/// Repeats a call until its response is as `poll` wants it.
package struct PollLoop {
  private let rule: PollRule
  private let judge: ResponsePoll
  private let world: World

  /// Throws a ``Failure`` with exit status 65 that lists every value that is invalid in its place.
  package init(
    _ rule: PollRule, of head: EndpointSpec, in scope: Scope, world: World
  ) throws(Failure) {
    self.rule = rule
    self.world = world
    do throws(Failure) {
      judge = try ResponsePoll(rule, of: head, in: scope)
    } catch {
      throw error.withStatusOfResponses(in: rule.templates, scope: scope)
    }
  }

  /// Returns the result of the last call.
  ///
  /// Throws a ``Failure`` with exit status 75 if the time is up, or 9 if a response shows that the
  /// wanted one will never come; otherwise that of a failed call.
  package func perform<Result>(
    telling tell: (PollPause) -> Void = { _ in },
    _ call: (PollAttempt) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let start = world.elapsed()
    var last: [Message] = []
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
        // The call was cut short because it used all of the remaining time.
        guard error.status == .timeout, world.elapsed() - start >= rule.limit else { throw error }
        throw timeUp(calls: count, last)
      }
      let wait = judge.head?.pause(atLeast: pause, world.now()) ?? pause
      if rule.isLast(count) { throw timeUp(calls: count, last, isCounted: true) }
      // A call that would be too late is not made.
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

  private func timeUp(
    calls: Int, _ problems: [Message], asked: Duration? = nil, isCounted: Bool = false
  ) -> Failure {
    let count = calls == 1 ? "one call" : "\(calls) calls"
    let reason = asked.map { "; the server demands a pause of \($0.written) (Retry-After)" } ?? ""
    let time = isCounted ? "" : " within \(rule.limit.written)"
    let told = Message(
      "\(count)\(time) brought no response that matches 'until'", at: rule.mark,
      hint: isCounted
        ? "'times' sets the number of calls" : "'for' sets the time limit\(reason)")
    return Failure(.incomplete, [told] + problems)
  }
}

/// The pause before the next call.
package struct PollPause: Sendable, Hashable {
  package let calls: Int
  package let length: Duration

  package init(calls: Int, length: Duration) {
    self.calls = calls
    self.length = length
  }
}

/// One of the calls of a polling.
package struct PollAttempt {
  package let judge: ResponsePoll
  /// When the time of the polling is up.
  package let deadline: Duration
  package let timeLeft: Duration

  /// The call with the expectation of the polling, limited to its remaining time.
  package func prepared(_ call: Call) -> Call {
    let endpoint = judge.statuses(of: call).map { status in
      call.endpoint.with { $0.expectation.status = status }
    }
    var request = call.request
    request.limits.cap(total: timeLeft)
    return call.with(endpoint: endpoint, request: request, deadline: deadline)
  }
}
