import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses

/// Retries a request after a transient failure: `retry`.
///
/// After any part of a response was delivered, there is no further attempt. The pauses depend only
/// on the rule, on Retry-After and on chance, which makes them longer. The requests of a loop keep
/// its pace.
struct Retrier: ExchangeMiddleware {
  /// The rule; nil if there is one attempt, at the pace of the loop.
  let rule: RetryRule?
  let expectation: StatusExpectation
  let causes: RetryCauses?
  let pace: RequestPace?
  let world: World
  /// The time limit of all attempts, as ``World/elapsed`` measures it.
  let deadline: Duration?

  /// What an attempt has come to.
  private struct Outcome {
    /// The response that leads to another attempt, or would.
    var cause: ResponseHead?
    /// The head of the response, whatever it leads to.
    var head: ResponseHead?
    var failure: ExchangeError?
    /// The pause before the next attempt; nil if there is none.
    var pause: Duration?
  }

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    // A body that cannot be read twice is sent once.
    let attempts = request.body?.isRepeatable == false ? 1 : (rule?.times ?? 0) + 1
    for attempt in 1... {
      var request = request
      let number = try await turn()
      if let timeLeft { request.limits.cap(total: timeLeft) }
      let outcome = await self.attempt(attempt, of: attempts, request, receiver, next)
      if let number { end(number, outcome, after: attempt) }
      guard let pause = outcome.pause else {
        if let failure = outcome.failure { throw failure }
        return
      }
      receiver.note(
        further: FurtherExchange(
          .retry(after: pause, attempt: attempt + 1, of: attempts), after: outcome.cause,
          request: request))
      try await wait(RetryRule.jittered(pause, by: world.randomBytes(1).first ?? 0))
    }
  }

  /// Makes an attempt; what it has come to is delivered unless another one follows.
  private func attempt(
    _ attempt: Int, of attempts: Int, _ request: OutgoingRequest, _ receiver: any ExchangeReceiver,
    _ next: NextSender
  ) async -> Outcome {
    var outcome = Outcome()
    let isLast = attempt >= attempts
    let held = DoubtfulResponse(before: receiver) { head in
      outcome.head = head
      return causes?.mayInclude(head) == true
    }
    // The gate withholds a response only if another attempt follows.
    let gate = HeadGate(before: held) { head in
      guard rule?.covers(status: head.status) == true, !expectation.accepts(head.status)
      else { return true }
      outcome.cause = head
      if !isLast { outcome.pause = pause(after: attempt, head) }
      outcome.head = head
      return outcome.pause == nil
    }
    do throws(ExchangeError) {
      try await next.send(request, to: gate)
    } catch {
      outcome.failure = error
    }
    let response = held.take()
    if let failure = outcome.failure {
      if gate.refused != nil, failure != .cancelled {
        // What happens in the rest of an unwanted response does not matter.
        outcome.failure = nil
      } else {
        let isCovered = !held.hasDelivered && !isLast && rule?.covers(failure) == true
        outcome.pause = isCovered ? inTime(rule?.pause(after: attempt) ?? .zero) : nil
      }
    } else if let response, causes?.include(response) == true {
      outcome.cause = response.head
      if !isLast { outcome.pause = pause(after: attempt, response.head) }
      if outcome.pause == nil, expectation.accepts(response.head.status) {
        // No attempt is left, and a status that is expected would pass for a success.
        outcome.failure = .invalidResponse(response)
        return outcome
      }
    }
    if outcome.pause == nil, let response { held.deliver(response) }
    return outcome
  }

  /// The pause after a response; nil if the response is final.
  private func pause(after attempt: Int, _ head: ResponseHead) -> Duration? {
    guard let rule else { return nil }
    let own = rule.pause(after: attempt)
    let pause = head.pause(atLeast: own, world.now())
    return pause > max(own, rule.maxWait) ? nil : inTime(pause)
  }

  // MARK: The pace of the loop

  private func turn() async throws(ExchangeError) -> Int? {
    guard let pace else { return nil }
    do throws(CancellationError) {
      if let number = try await pace.turn(in: world, until: deadline) { return number }
    } catch {
      throw .cancelled
    }
    throw .timedOut(.total(after: deadline ?? .zero))
  }

  private func end(_ number: Int, _ outcome: Outcome, after attempt: Int) {
    var asked: Duration?
    if let head = outcome.head {
      let own = rule?.pause(after: attempt) ?? .seconds(1)
      let after = head.retryAfter(world.now())
      if head.status == 429 || outcome.cause != nil && after != nil {
        asked = min(after ?? own, max(own, rule?.maxWait ?? RetryRule.usualMaxWait))
      }
    }
    pace?.end(
      number, outcome.head, asking: asked,
      isCause: outcome.cause != nil || outcome.failure.map { rule?.covers($0) == true } ?? false,
      at: world.elapsed(), world.now())
  }

  // MARK: Time

  private func wait(_ pause: Duration) async throws(ExchangeError) {
    do throws(CancellationError) {
      try await world.wait(pause)
    } catch {
      throw .cancelled
    }
  }

  private var timeLeft: Duration? {
    deadline.map { max($0 - world.elapsed(), .milliseconds(1)) }
  }

  /// A pause that leaves time for another attempt; nil if it does not.
  private func inTime(_ pause: Duration) -> Duration? {
    timeLeft.map { pause < $0 } == false ? nil : pause
  }
}
