package import JSONText
import APICallBase
import Patterns
import Synchronization

/// The regular expressions of the JSONPath functions `match` and `search`.
///
/// All searches of one path share the number of steps that a single search may take.
package final class PathPatterns: JSONPathPatterns {
  private let steps = Mutex(Pattern.Limits.steps)

  package init() {}

  package func compile(
    _ pattern: String
  ) throws(JSONPathPatternError) -> @Sendable (String) throws(JSONPathPatternError) -> Bool {
    let compiled = try rethrowing(Pattern(pattern)) { (error: PatternSyntaxError) in
      JSONPathPatternError(error.reason)
    }
    return { (text) throws(JSONPathPatternError) in
      do throws(PatternLimit) {
        return try self.steps.withLock { (steps) throws(PatternLimit) in
          try compiled.matches(in: text, steps: &steps)
        }
      } catch {
        throw JSONPathPatternError(error.reason)
      }
    }
  }
}

extension JSONPath {
  /// Selects values; the functions `match` and `search` work.
  ///
  /// Returns the values; none if a limit of the work is reached.
  package func values(in root: JSONNode) -> [JSONNode] { (try? selection(in: root)) ?? [] }

  /// Returns the values, in the order of RFC 9535.
  ///
  /// Throws `JSONPathEvaluationError` if a limit of the work is reached.
  package func selection(in root: JSONNode) throws(JSONPathEvaluationError) -> [JSONNode] {
    try select(in: root, patterns: usesPatterns ? PathPatterns() : nil)
  }
}
