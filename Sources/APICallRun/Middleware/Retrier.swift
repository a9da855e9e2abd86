import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel

/// Retries a request after a transient failure: `retry`.
///
/// After any part of a response was delivered, there is no further attempt. The pauses depend only
/// on the rule and on Retry-After.
struct Retrier: Middleware {
  let rule: RetryRule
  let expectation: StatusExpectation
  let world: World
  /// The time limit of all attempts, as ``World/elapsed`` measures it.
  let deadline: Duration?

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    // A body that cannot be read twice is sent once.
    let attempts = request.body?.isRepeatable == false ? 1 : rule.times + 1
    for attempt in 1... {
      var request = request
      if let timeLeft { request.limits.cap(total: timeLeft) }
      // The gate withholds a response only if another attempt follows.
      var pause: Duration?
      let gate = HeadGate(before: receiver) { head in
        if attempt < attempts { pause = self.pause(after: attempt, head) }
        return pause == nil
      }
      var failure: RequestError?
      do throws(RequestError) {
        try await next.send(request, to: gate)
      } catch {
        failure = error
      }
      if gate.refused != nil, failure != .cancelled {
        // What happens in the rest of an unwanted response does not matter.
        failure = nil
      } else if !gate.hasPassed, attempt < attempts, let failure, rule.covers(failure) {
        pause = inTime(rule.pause(after: attempt))
      } else {
        pause = nil
      }
      guard let pause else {
        if let failure { throw failure }
        return
      }
      receiver.note(
        further: FurtherExchange(
          .retry(after: pause, attempt: attempt + 1, of: attempts), after: gate.refused,
          error: failure, request: request))
      do throws(CancellationError) {
        try await world.wait(pause)
      } catch {
        throw .cancelled
      }
    }
  }

  /// The pause after a response; nil if the response is final.
  private func pause(after attempt: Int, _ head: ResponseHead) -> Duration? {
    guard rule.covers(status: head.status), !expectation.accepts(head.status) else { return nil }
    let own = rule.pause(after: attempt)
    let pause = head.pause(atLeast: own, world.now())
    return pause > max(own, rule.maxWait) ? nil : inTime(pause)
  }

  private var timeLeft: Duration? {
    deadline.map { max($0 - world.elapsed(), .milliseconds(1)) }
  }

  /// A pause that leaves time for another attempt; nil if it does not.
  private func inTime(_ pause: Duration) -> Duration? {
    timeLeft.map { pause < $0 } == false ? nil : pause
  }
}
