package import JSONText

/// Notes whether a path leads somewhere in at least one of several values.
///
/// After it has found something, nothing more has to be noted.
package struct PathWatch {
  /// The number of steps that have led somewhere.
  private var steps = 0
  private var deepest: JSONPathDeadEnd?
  package private(set) var hasFound = false

  package init() {}

  package mutating func noteFound() { hasFound = true }

  package mutating func note(_ reach: JSONPathReach) {
    steps = max(steps, reach.steps)
    if let end = reach.end, end.steps > deepest?.steps ?? -1 { deepest = end }
  }

  /// Where the path ends in all values; nil if it leads somewhere, or there was no value.
  package var end: JSONPathDeadEnd? {
    guard !hasFound, let deepest, deepest.steps >= steps else { return nil }
    return deepest
  }
}

extension JSONPath {
  /// How far the path leads in a value in which it selects nothing; the functions `match` and
  /// `search` work.
  ///
  /// Throws `JSONPathEvaluationError` if a limit of the work is reached.
  package func reach(
    in value: JSONNode, needingLists needsLists: Bool
  ) throws(JSONPathEvaluationError) -> JSONPathReach {
    try reach(
      in: value, needingLists: needsLists, patterns: usesPatterns ? PathPatterns() : nil)
  }
}
