import Patterns

extension Pattern {
  /// Returns whether the pattern matches anywhere in a text, with all the steps that one search may
  /// take.
  func matches(in subject: String) throws(PatternLimit) -> Bool {
    var steps = Limits.steps
    return try matches(in: subject, steps: &steps)
  }
}
