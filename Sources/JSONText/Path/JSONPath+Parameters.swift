/// The value of a parameter of a path.
package enum JSONPathParameter: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number in the syntax of JSON.
  case number(String)
  case text(String)
}

/// Why a value cannot stand for a parameter of a path.
package struct JSONPathParameterFault: Error, Sendable {
  /// The index of the parameter.
  package var number: Int
  /// What it would have to be, such as `a name or a whole number, in brackets`.
  package var takes: String
}

extension JSONPath {
  /// Returns the path with values in place of its parameters.
  ///
  /// A value is never read as a part of the path. In brackets, a text is a name and a whole number
  /// a position. Throws a ``JSONPathParameterFault`` for another value there, and for a pattern that
  /// RFC 9485 does not allow.
  package func filled(
    with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> JSONPath {
    guard parameterCount > 0 else { return self }
    return JSONPath(segments: try Self.filled(segments, with: values))
  }

  fileprivate static func filled(
    _ segments: [JSONPathSegment], with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> [JSONPathSegment] {
    try segments.map { (segment) throws(JSONPathParameterFault) in
      try segment.filled(with: values)
    }
  }
}

extension JSONPathSegment {
  fileprivate func filled(
    with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> JSONPathSegment {
    let selectors = try selectors.map { (selector) throws(JSONPathParameterFault) in
      try selector.filled(with: values)
    }
    return JSONPathSegment(selectors, isDescendant: isDescendant)
  }
}

extension JSONPathSelector {
  fileprivate func filled(
    with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> JSONPathSelector {
    switch self {
    case .filter(let test): return .filter(try test.filled(with: values))
    case .parameter(let number):
      guard number < values.count else { return self }
      if case .text(let name) = values[number] { return .name(Array(name.utf8)) }
      guard case .number(let text) = values[number], let index = JSONNumeral(text)?.integer else {
        throw JSONPathParameterFault(number: number, takes: "a name or a whole number, in brackets")
      }
      return .index(index)
    case .name, .index, .slice, .wildcard, .items: return self
    }
  }
}

extension JSONPathTest {
  fileprivate func filled(
    with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> JSONPathTest {
    func all(_ tests: [JSONPathTest]) throws(JSONPathParameterFault) -> [JSONPathTest] {
      try tests.map { (test) throws(JSONPathParameterFault) in try test.filled(with: values) }
    }
    switch self {
    case .any(let tests): return .any(try all(tests))
    case .all(let tests): return .all(try all(tests))
    case .not(let test): return .not(try test.filled(with: values))
    case .exists(let query): return .exists(try query.filled(with: values))
    case .comparison(let left, let comparison, let right):
      return .comparison(
        try left.filled(with: values), comparison, try right.filled(with: values))
    case .pattern(let subject, let pattern, let isWhole):
      return .pattern(
        try subject.filled(with: values), try pattern.filled(with: values), isWhole: isWhole)
    }
  }
}

extension JSONPathQuery {
  fileprivate func filled(
    with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> JSONPathQuery {
    var query = self
    query.segments = try JSONPath.filled(segments, with: values)
    return query
  }
}

extension JSONPathOperand {
  fileprivate func filled(
    with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> JSONPathOperand {
    switch self {
    case .literal(.parameter(let number)):
      return number < values.count ? .literal(JSONPathLiteral(values[number])) : self
    case .literal: return self
    case .query(let query): return .query(try query.filled(with: values))
    case .length(let operand): return .length(try operand.filled(with: values))
    case .count(let query): return .count(try query.filled(with: values))
    case .value(let query): return .value(try query.filled(with: values))
    }
  }
}

extension JSONPathPattern {
  fileprivate func filled(
    with values: [JSONPathParameter]
  ) throws(JSONPathParameterFault) -> JSONPathPattern {
    switch self {
    case .fixed: return self
    case .computed(.literal(.parameter(let number))) where number < values.count:
      guard case .text(let text) = values[number], let expression = try? IRegexp(text) else {
        throw JSONPathParameterFault(number: number, takes: "a regular expression of RFC 9485")
      }
      return .fixed(expression)
    case .computed(let operand): return .computed(try operand.filled(with: values))
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
