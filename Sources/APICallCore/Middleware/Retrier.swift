/// Sends a request again where an exchange failed in a way that may pass: `retry:`.
///
/// Whatever was handed on stays the answer: an attempt of which the reader has seen anything is the
/// last one. The pauses follow from the rule and from Retry-After alone.
struct Retrier: Middleware {
  private let rule: RetryRule
  private let expectation: StatusExpectation
  private let world: World

  /// Creates one for a call whose request may be sent again.
  ///
  /// - Parameters:
  ///   - rule: when to send it again.
  ///   - expectation: the good statuses, which are never tried again.
  ///   - world: tells the time, and waits.
  init(_ rule: RetryRule, expecting expectation: StatusExpectation, in world: World) {
    self.rule = rule
    self.expectation = expectation
    self.world = world
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    // What cannot be read twice is sent once.
    let attempts = request.body?.isRepeatable == false ? 1 : rule.times + 1
    for attempt in 1... {
      let gate = HeadGate(before: receiver) { head in
        attempt == attempts || self.pause(after: attempt, head) == nil
      }
      var failure: RequestError?
      do throws(RequestError) {
        try await next.send(request, to: gate)
      } catch {
        failure = error
      }
      var pause: Duration?
      if let head = gate.refused, failure != .cancelled {
        // What came of the rest of an answer that is not wanted is of no interest.
        failure = nil
        pause = self.pause(after: attempt, head)
      } else if !gate.hasPassed, attempt < attempts, let failure, rule.covers(failure) {
        pause = rule.pause(after: attempt)
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

  /// How long to wait behind an answer; nil where it is the one to take.
  private func pause(after attempt: Int, _ head: ResponseHead) -> Duration? {
    guard rule.covers(status: head.status), !expectation.accepts(head.status) else { return nil }
    let pause = rule.pause(after: attempt)
    guard let asked = head.retryAfter(world.now()) else { return pause }
    return asked > RetryRule.longestPause ? nil : max(pause, asked)
  }
}
