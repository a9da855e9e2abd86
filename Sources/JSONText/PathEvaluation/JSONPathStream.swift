/// A path that can be followed while its document is still arriving, child by child of one array or
/// object: `$.data[*].id`, `$.data[?@.active]`.
public struct JSONPathStream: Sendable, Hashable {
  /// A step that can be decided as soon as its child arrives.
  public enum Step: Sendable, Hashable {
    /// To the member with this key, which must not occur twice.
    case name(String)
    /// To the element at this position, counted from 0.
    case index(Int)
  }

  package let path: JSONPath
  /// The steps from the root to the array or object whose children are wanted.
  ///
  /// For a member or an element, only its place has to be kept.
  public let container: [Step]
  /// Whether all children are wanted unchanged, so that they can be copied without buffering.
  public var isWhole: Bool { test == nil && rest.segments.isEmpty }

  private let test: JSONPathTest?
  private let rest: JSONPath
  private let step: JSONPathSegment

  fileprivate init?(_ path: JSONPath) {
    var container: [Step] = []
    for (position, segment) in path.segments.enumerated() {
      switch segment.only {
      case .name(let name):
        container.append(.name(String(decoding: name, as: UTF8.self)))
        continue
      case .index(let index) where index >= 0:
        container.append(.index(index))
        continue
      case .index, .slice, .parameter, nil:
        return nil
      case .wildcard, .items:
        test = nil
      case .filter(let asked):
        test = asked
      }
      self.path = path
      self.container = container
      step = segment
      rest = JSONPath(segments: Array(path.segments[(position + 1)...]))
      // A filter on the whole value cannot be decided before the value ends.
      let asksRoot = path.contains { $0.queries.contains { $0.constant != nil } }
      if asksRoot { return nil }
      return
    }
    return nil
  }

  /// Finds the values that the path selects through one child of the container.
  ///
  /// - Parameters:
  ///   - child: the child, as a document of its own or inside one.
  ///   - patterns: the engine for `match` and `search`.
  ///   - limits: the limits of the work; those for the child's size if nil.
  /// - Returns: the values. Those of all children together, in order, are what the path selects in
  ///   the whole document.
  /// - Throws: `JSONPathEvaluationError` if a limit is reached or an expression cannot be used.
  public func select(
    from child: JSONNode, patterns: (any JSONPathPatterns)? = nil, limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> [JSONNode] {
    if isWhole { return [child] }
    guard try passes(child, patterns, limits) else { return [] }
    return try rest.select(in: child, patterns: patterns, limits: limits)
  }

  /// Finds the values that the path selects through one child of the container, with `[*]` only in
  /// lists.
  package func rows(
    from child: JSONNode, _ strictness: JSONPathStrictness,
    patterns: (any JSONPathPatterns)? = nil
  ) throws(JSONPathEvaluationError) -> [JSONNode] {
    if isWhole { return [child] }
    guard try passes(child, patterns) else { return [] }
    do {
      // The child is one of several values.
      let isStrict = if case .nowhere = strictness { false } else { true }
      return Array(
        try rest.rows(in: child, isStrict ? .everywhere : .nowhere, patterns: patterns))
    } catch {
      guard case .otherKind(let steps, let kind) = error else { throw error }
      throw .otherKind(after: container.count + 1 + steps, kind)
    }
  }

  /// How far the path leads through a child from which it selects nothing.
  package func reach(
    through child: JSONNode, patterns: (any JSONPathPatterns)? = nil
  ) throws(JSONPathEvaluationError) -> JSONPathReach {
    let steps = container.count + 1
    guard try passes(child, patterns) else { return JSONPathReach(steps: steps) }
    return try rest.reach(in: child, needingLists: true, after: steps, patterns: patterns)
  }

  private func passes(
    _ child: JSONNode, _ patterns: (any JSONPathPatterns)?, _ limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> Bool {
    guard let test else { return true }
    var evaluation = JSONPathEvaluation(
      root: child, patterns: patterns, limits: limits ?? JSONPathLimits(for: child))
    return try evaluation.holds(test, at: child.index)
  }

  /// How far the path leads in a document, without regard to its children.
  func reach(after steps: Int, to contents: JSONContents) -> JSONPathReach {
    let isOfContainer = steps == container.count
    if isOfContainer, step.fits(contents.kind, needingLists: true) {
      return JSONPathReach(steps: steps + 1)
    }
    return JSONPathReach(steps: steps, end: JSONPathDeadEnd(steps: steps, contents: contents))
  }
}

extension JSONPath {
  /// The path as a stream, to be followed while its document is still arriving.
  ///
  /// It is nil for a singular path, and for one that needs the whole document: `..`, slices,
  /// several selectors in brackets, positions from the end, and `$` in filters.
  public var stream: JSONPathStream? { JSONPathStream(self) }
}
