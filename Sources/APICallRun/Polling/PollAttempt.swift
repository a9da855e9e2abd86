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

  /// Changes a call so that it expects what is waited for, and takes no longer than the polling may.
  package func prepare(_ call: inout Call) {
    if judge.rule.until.status.mark != nil {
      call.endpoint.expectation.status = judge.rule.until.status
    }
    call.deadline = deadline
    call.request.limits.cap(total: timeLeft)
  }
}
