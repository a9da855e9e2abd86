extension JSONPath {
  /// Finds the values that the path leads to.
  ///
  /// - Parameters:
  ///   - value: the value that `$` stands for.
  ///   - patterns: the engine for `match` and `search`; see `usesPatterns`.
  ///   - limits: what bounds the work; those of the value's size where nil.
  /// - Returns: the values in the order of RFC 9535, which for one selector is that of the text;
  ///   none where there is no such place, one as often as the path leads to it.
  /// - Throws: `JSONPathEvaluationError` where a limit is reached or an expression cannot be used.
  public func select(
    in value: JSONValue, patterns: (any JSONPathPatterns)? = nil, limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> [JSONValue] {
    Array(try places(in: value, patterns: patterns, limits: limits))
  }

  /// Finds the places that the path leads to, for those who want one after the other.
  ///
  /// - Parameters:
  ///   - value: the value that `$` stands for.
  ///   - patterns: the engine for `match` and `search`; see `usesPatterns`.
  ///   - limits: what bounds the work; those of the value's size where nil.
  /// - Returns: the places, in the order of `select`.
  /// - Throws: `JSONPathEvaluationError` where a limit is reached or an expression cannot be used.
  public func places(
    in value: JSONValue, patterns: (any JSONPathPatterns)? = nil, limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> JSONPathPlaces {
    let limits = limits ?? JSONPathLimits(for: value)
    var found = JSONPathFindings.all(limit: limits.places)
    var evaluation = JSONPathEvaluation(root: value, patterns: patterns, limits: limits)
    try evaluation.follow(segments, from: value.index, into: &found)
    return JSONPathPlaces(document: value.document, places: found.places)
  }

  /// Whether the path has `match` or `search`, for which an engine is needed.
  public var usesPatterns: Bool {
    contains {
      if case .pattern = $0 { true } else { false }
    }
  }
}
