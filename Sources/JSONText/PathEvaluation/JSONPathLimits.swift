/// What bounds the work of following a path, which a short path can make as large as it likes.
public struct JSONPathLimits: Sendable, Hashable {
  /// How many values and keys may be looked at, each as often as it is; comparing long texts and
  /// matching expressions count as several.
  public var visits: Int
  /// How many places may be found.
  public var places: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - visits: how many values and keys may be looked at.
  ///   - places: how many places may be found.
  public init(visits: Int, places: Int) {
    self.visits = visits
    self.places = places
  }

  /// Limits that grow with a value, so that paths which look at all of it a few dozen times pass.
  ///
  /// - Parameter value: the value that `$` stands for.
  public init(for value: JSONValue) {
    let size = Int(value.entry.next) - value.index
    self.init(visits: 50_000_000 + 64 * size, places: 1_000_000 + 4 * size)
  }
}

/// Why a path was not followed to its end.
public enum JSONPathEvaluationError: Error, Sendable, Hashable {
  /// More values would have to be looked at than the limit says.
  case visits(limit: Int)
  /// The path leads to more places than the limit says.
  case places(limit: Int)
  /// The path has `match` or `search`, and no engine for them was given.
  case noPatterns
  /// The engine cannot tell whether an expression, as RFC 9485 has it, matches.
  case pattern(String, JSONPathPatternError)
}

extension JSONPathEvaluationError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .visits(let limit):
      "the path looks at more than \(limit) values: name the members instead of `..` and `*`"
    case .places(let limit):
      "the path leads to more than \(limit) places: name the members instead of `..` and `*`"
    case .noPatterns:
      "`match` and `search` are not available here"
    case .pattern(let text, let error):
      "the regular expression '\(text)' cannot be used: \(error.reason)"
    }
  }
}
