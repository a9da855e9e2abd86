/// The value of a parameter of a path.
package enum JSONPathParameter: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number in the syntax of JSON.
  case number(String)
  case text(String)
}

extension JSONPath {
  /// Returns the path with values in place of its parameters.
  ///
  /// A value is never read as a part of the path. In brackets, a text is a name and a whole number
  /// a position; any other value selects nothing there.
  package func filled(with values: [JSONPathParameter]) -> JSONPath {
    guard parameterCount > 0 else { return self }
    return JSONPath(segments: segments.map { $0.filled(with: values) })
  }
}

extension JSONPathSegment {
  fileprivate func filled(with values: [JSONPathParameter]) -> JSONPathSegment {
    JSONPathSegment(selectors.map { $0.filled(with: values) }, isDescendant: isDescendant)
  }
}

extension JSONPathSelector {
  fileprivate func filled(with values: [JSONPathParameter]) -> JSONPathSelector {
    switch self {
    case .filter(let test): return .filter(test.filled(with: values))
    case .parameter(let number):
      guard number < values.count else { return self }
      switch values[number] {
      case .text(let name): return .name(Array(name.utf8))
      case .number(let text): return Int(text).map { .index($0) } ?? self
      case .null, .boolean: return self
      }
    case .name, .index, .slice, .wildcard, .items: return self
    }
  }
}

extension JSONPathTest {
  fileprivate func filled(with values: [JSONPathParameter]) -> JSONPathTest {
    switch self {
    case .any(let tests): .any(tests.map { $0.filled(with: values) })
    case .all(let tests): .all(tests.map { $0.filled(with: values) })
    case .not(let test): .not(test.filled(with: values))
    case .exists(let query): .exists(query.filled(with: values))
    case .comparison(let left, let comparison, let right):
      .comparison(left.filled(with: values), comparison, right.filled(with: values))
    case .pattern(let subject, let pattern, let isWhole):
      .pattern(
        subject.filled(with: values), pattern.filled(with: values), isWhole: isWhole)
    }
  }
}

extension JSONPathQuery {
  fileprivate func filled(with values: [JSONPathParameter]) -> JSONPathQuery {
    var query = self
    query.segments = segments.map { $0.filled(with: values) }
    return query
  }
}

extension JSONPathOperand {
  fileprivate func filled(with values: [JSONPathParameter]) -> JSONPathOperand {
    switch self {
    case .literal(.parameter(let number)):
      number < values.count ? .literal(JSONPathLiteral(values[number])) : self
    case .literal: self
    case .query(let query): .query(query.filled(with: values))
    case .length(let operand): .length(operand.filled(with: values))
    case .count(let query): .count(query.filled(with: values))
    case .value(let query): .value(query.filled(with: values))
    }
  }
}

extension JSONPathPattern {
  fileprivate func filled(with values: [JSONPathParameter]) -> JSONPathPattern {
    switch self {
    case .fixed: self
    case .computed(let operand): .computed(operand.filled(with: values))
    }
  }
}

extension JSONPathLiteral {
  fileprivate init(_ value: JSONPathParameter) {
    self =
      switch value {
      case .null: .null
      case .boolean(let boolean): .boolean(boolean)
      case .number(let text): .number(Array(text.utf8))
      case .text(let text): .string(Array(text.utf8))
      }
  }
}
