extension Pattern {
  /// What the pattern takes out of the first of several texts that it is found in, nil if it is
  /// found in none; all searches share the steps of one.
  package func firstPart(of texts: [String]) throws(PatternLimit) -> String? {
    var steps = Limits.steps
    for text in texts {
      if let part = try firstMatch(in: text, steps: &steps) { return part }
    }
    return nil
  }
}
