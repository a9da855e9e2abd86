/// One of the calls that are made until an answer is as it is wanted.
struct PollAttempt {
  /// What looks at the answer.
  let judge: AnswerPoll
  /// How much of the polling's time is left.
  let timeLeft: Duration

  /// Changes a call so that it expects what is waited for, and takes no longer than the polling may.
  func prepare(_ call: inout Call) {
    if judge.rule.until.status.mark != nil {
      call.endpoint.expectation.status = judge.rule.until.status
    }
    call.request.limits.total = call.request.limits.total.map { min($0, timeLeft) } ?? timeLeft
  }
}
