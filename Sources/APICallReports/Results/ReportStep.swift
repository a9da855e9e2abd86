/// A step of a script, or the only step of a case that is a call.
package struct ReportStep: Sendable {
  package enum Outcome: String, Sendable, CaseIterable {
    case passed, failed, skipped
  }

  /// The part of a script that makes calls after its steps, `on_failure`, `cleanup` or `finally`; nil
  /// for a step.
  package var part: String?
  /// The names of the steps that lead to it, such as `list/login`; nil for a call without a script.
  package var label: String?
  /// The iteration, counted from 1; nil outside a loop.
  package var iteration: Int?
  package var outcome: Outcome
  /// The exchanges in order: several after redirects, retries, challenges and pages.
  package var exchanges: [ReportExchange]

  package init(
    _ outcome: Outcome, label: String? = nil, iteration: Int? = nil,
    _ exchanges: [ReportExchange] = []
  ) {
    self.label = label
    self.iteration = iteration
    self.outcome = outcome
    self.exchanges = exchanges
  }

  /// The step in words, such as `users, iteration 2` or `cleanup: logout`; nil for a call without a
  /// script.
  package var words: String? {
    guard let label else { return nil }
    let start = part.map { "\($0): " } ?? ""
    return start + label + (iteration.map { ", iteration \($0)" } ?? "")
  }
}
