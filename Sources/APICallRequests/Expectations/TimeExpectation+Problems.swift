package import APICallBase
import APICallLanguage
package import APICallModel
import APICallText

extension TimeExpectation {
  /// The problems of the time that an exchange took; empty if it is within the limits.
  package func problems(for time: Duration) -> [Message] {
    var problems: [Message] = []
    if let min, time < min.duration {
      problems.append(problem(time, "less than", min, matcher: "min"))
    }
    if let max, time > max.duration {
      problems.append(problem(time, "more than", max, matcher: "max"))
    }
    return problems
  }

  private func problem(
    _ time: Duration, _ relation: String, _ limit: Limit, matcher: String
  ) -> Message {
    let rounded = Duration.milliseconds(time.milliseconds)
    var problem = Message(
      "the response took \(rounded.written), \(relation) \(limit.duration.written)", at: limit.mark)
    problem.mismatch = Mismatch(
      subject: "time", matcher: matcher,
      expected: Array(Value.text(limit.duration.written).jsonText),
      actual: Array(Value.text(rounded.written).jsonText), actualType: "duration")
    return problem
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a time over the limit is never shown as the limit.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
