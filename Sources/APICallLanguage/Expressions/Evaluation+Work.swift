import APICallBase
import APICallText
import JSONText

/// What expressions cost: all steps are taken here.
extension Evaluation {
  /// The number of steps after which signals and the time are looked at.
  private static let stepsOfLook = 1 << 16
  /// How often the difference of two lists costs what reading them costs.
  private static let readingsOfDifference = 50

  func spend(_ steps: Int) throws(TemplateProblem) {
    guard scope.allowance.spend(steps) else { throw .tooManySteps(placeholder.span) }
    unseen += steps
    if unseen >= Self.stepsOfLook {
      unseen = 0
      try look()
    }
  }

  func spend(on value: Value?, times: Int = 1) throws(TemplateProblem) {
    guard let bytes = value?.heldBytes, bytes >= RenderAllowance.bytesOfStep else { return }
    try spend(bytes / RenderAllowance.bytesOfStep * times)
  }

  func spend(
    on filter: TemplateFilter, _ input: Value, _ arguments: [Value]
  ) throws(TemplateProblem) {
    try spend(filter.work.steps)
    try spend(on: input, times: filter.work.readings)
    for argument in arguments { try spend(on: argument, times: filter.work.readings) }
  }

  func spend(on infix: Operator, _ left: Value, _ right: Value) throws(TemplateProblem) {
    // Nothing is read to compare with null.
    guard !left.isNull, !right.isNull else { return }
    var times = 1
    if infix == .minus, case .json(let list) = left, list.kind == .array {
      times = Self.readingsOfDifference
    }
    try spend(on: left, times: times)
    try spend(on: right, times: times)
  }

  /// Computes the value, within the time of the watch.
  func watched() throws(TemplateProblem) -> Operand {
    watch = EvaluationWatch.current
    guard let watch else { return try value(of: placeholder.expression) }
    start = watch.now
    try look()
    let value = try value(of: placeholder.expression)
    try look()
    return value
  }

  private func look() throws(TemplateProblem) {
    if RunInterruption.isRaised { throw .interrupted(placeholder.span) }
    guard let watch else { return }
    let span = placeholder.span
    try rethrowing(watch.note(since: &start, of: span.placeholder, at: span.mark)) {
      (error: Message) in TemplateProblem(error)
    }
  }
}
