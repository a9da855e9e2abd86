import APICallBase
import APICallHTTP
import APICallSpec

/// Sends a request again where an exchange failed in a way that may pass: `retry:`.
///
/// Whatever was handed on stays the response: an attempt of which the reader has seen anything is the
/// last one. The pauses follow from the rule and from Retry-After alone.
struct Retrier: Middleware {
  private let rule: RetryRule
  private let expectation: StatusExpectation
  private let world: World
  /// When all of it has to be over, as ``World/elapsed`` tells the time; nil if nothing says so.
  private let deadline: Duration?

  /// Creates one for a call whose request may be sent again.
  ///
  /// - Parameters:
  ///   - rule: when to send it again.
  ///   - expectation: the good statuses, which are never tried again.
  ///   - world: tells the time, and waits.
  ///   - deadline: when all of it has to be over; nil if nothing says so.
  init(
    _ rule: RetryRule, expecting expectation: StatusExpectation, in world: World,
    until deadline: Duration? = nil
  ) {
    self.rule = rule
    self.expectation = expectation
    self.world = world
    self.deadline = deadline
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    // What cannot be read twice is sent once.
    let attempts = request.body?.isRepeatable == false ? 1 : rule.times + 1
    for attempt in 1... {
      var request = request
      if let timeLeft { request.limits.cap(total: timeLeft) }
      // The head that is kept back has been found to be worth a pause.
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
        // What came of the rest of a response that is not wanted is of no interest.
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

  /// How long to wait behind a response; nil if it is the one to take.
  private func pause(after attempt: Int, _ head: ResponseHead) -> Duration? {
    guard rule.covers(status: head.status), !expectation.accepts(head.status) else { return nil }
    let own = rule.pause(after: attempt)
    let pause = head.pause(atLeast: own, world.now())
    return pause > max(own, RetryRule.longestPause) ? nil : inTime(pause)
  }

  /// What is left of the time; nil if there is no end to it.
  private var timeLeft: Duration? {
    deadline.map { max($0 - world.elapsed(), .milliseconds(1)) }
  }

  /// A pause behind which there is time for another attempt; nil if there is none.
  private func inTime(_ pause: Duration) -> Duration? {
    timeLeft.map { pause < $0 } == false ? nil : pause
  }
}
