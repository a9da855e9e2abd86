import APICallSpec
import APICallHTTP

/// One of the calls that are made until an answer is as it is wanted.
struct PollAttempt {
  /// What looks at the answer.
  let judge: AnswerPoll
  /// When the polling's time is over.
  let deadline: Duration
  /// How much of it is left.
  let timeLeft: Duration

  /// Changes a call so that it expects what is waited for, and takes no longer than the polling may.
  func prepare(_ call: inout Call) {
    if judge.rule.until.status.mark != nil {
      call.endpoint.expectation.status = judge.rule.until.status
    }
    call.deadline = deadline
    call.request.limits.cap(total: timeLeft)
  }
}
