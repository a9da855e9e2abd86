/// How a path can be followed while its document is still arriving, child by child of one array or
/// object: `$.data[*].id`, `$.data[?@.active]`.
public struct JSONPathStream: Sendable, Hashable {
  /// A step that is known to be the right one as soon as it comes.
  public enum Step: Sendable, Hashable {
    /// To the member with this key; of a repeated key, each as it comes and not the last alone.
    case name(String)
    /// To the element at this position, counted from 0.
    case index(Int)
  }

  /// The steps from the root to the array or object whose children are wanted; of a member or an
  /// element nothing has to be kept but its place.
  public let container: [Step]
  /// Whether all children are wanted as they are, so that they can be copied without being held.
  public var isWhole: Bool { test == nil && rest.segments.isEmpty }

  /// What is asked of each child, if anything is.
  private let test: JSONPathTest?
  /// The path from each child that passes.
  private let rest: JSONPath

  fileprivate init?(_ path: JSONPath) {
    var container: [Step] = []
    for (position, segment) in path.segments.enumerated() {
      guard case .child(let selectors) = segment, selectors.count == 1 else { return nil }
      switch selectors[0] {
      case .name(let name):
        container.append(.name(String(decoding: name, as: UTF8.self)))
        continue
      case .index(let index) where index >= 0:
        container.append(.index(index))
        continue
      case .index, .slice:
        return nil
      case .wildcard:
        test = nil
      case .filter(let asked):
        test = asked
      }
      self.container = container
      rest = JSONPath(segments: Array(path.segments[(position + 1)...]))
      // What a filter asks of the whole value is not known before its end.
      let asksRoot = path.contains { $0.queries.contains { $0.constant != nil } }
      if asksRoot { return nil }
      return
    }
    return nil
  }

  /// Finds the values that the path leads to through one child of the container.
  ///
  /// - Parameters:
  ///   - child: the child, as a document of its own or in one.
  ///   - patterns: the engine for `match` and `search`.
  ///   - limits: what bounds the work; those of the child's size where nil.
  /// - Returns: the values; put together for all children in their order, they are what the path
  ///   selects in the whole document.
  /// - Throws: `JSONPathEvaluationError` where a limit is reached or an expression cannot be used.
  public func select(
    from child: JSONValue, patterns: (any JSONPathPatterns)? = nil, limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> [JSONValue] {
    if let test {
      var evaluation = JSONPathEvaluation(
        root: child, patterns: patterns, limits: limits ?? JSONPathLimits(for: child))
      guard try evaluation.holds(test, at: child.index) else { return [] }
    }
    return try rest.select(in: child, patterns: patterns, limits: limits)
  }
}

extension JSONPath {
  /// How the path can be followed while its document is still arriving; nil where it is singular, or
  /// where the whole document has to be there: `..`, slices, several selectors in brackets, positions
  /// from the end, and `$` in filters.
  public var stream: JSONPathStream? { JSONPathStream(self) }
}
