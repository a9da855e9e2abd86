import APICallHTTP
import APICallSpec

/// One of the calls that are made until an answer is as it is wanted.
package struct PollAttempt {
  /// What looks at the answer.
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
