import APICallBase
import APICallModel

/// Judges how a case ended.
extension TestCase {
  /// The exit status that the case must end with.
  ///
  /// It is what the file says. Otherwise an example with a status that the file does not expect
  /// must end with the status for it, and everything else with 0.
  var expectedExit: Int {
    if let exit = test.exit { return exit }
    guard case .example(let endpoint, let example) = content,
      !endpoint.expectation.accepts(example.response.status)
    else { return 0 }
    // A redirect that is followed is not the response that is judged.
    if (300..<400).contains(example.response.status), let rule = endpoint.redirects, rule.limit > 0
    {
      return 0
    }
    return Int(ExitStatus.forUnexpected(status: example.response.status).rawValue)
  }

  func problems(of outcome: CaseOutcome) -> [Message] {
    let expected = expectedExit
    guard outcome.exit != expected else { return statusProblems(of: outcome) }
    if let failure = outcome.failure, expected == 0 { return failure.diagnostics }
    let name = ExitStatus(rawValue: Int32(expected)).map { " (\($0.name))" } ?? ""
    let found =
      outcome.failure == nil ? "it succeeded" : "it ended with \(outcome.exit)"
    var problem = Message(
      "the case must end with exit status \(expected)\(name), but \(found)", at: mark)
    let isStatus =
      outcome.failure.map { [.redirection, .clientError, .serverError].contains($0.status) } ?? true
    problem.hint =
      test.exit == nil && isStatus
      ? "the response of the example has a status that 'expect' does not accept;"
        + " 'test: {exit: \(outcome.exit)}' accepts this ending"
      : test.exit == nil ? nil : "change 'test: {exit: …}', or what the case does"
    return [problem] + (outcome.failure?.diagnostics ?? [])
  }

  /// Judges the status of a response that the file does not accept: an exit status stands for many.
  private func statusProblems(of outcome: CaseOutcome) -> [Message] {
    guard test.exit == nil, expectedExit != 0, let status = outcome.status,
      case .example(_, let example) = content, status != example.response.status
    else { return [] }
    return [
      Message(
        "the response of the example has status \(example.response.status), but this one has"
          + " status \(status)", at: mark,
        hint: "change the status of the example, or accept this ending with"
          + " 'test: {exit: \(outcome.exit)}'")
    ]
  }
}
