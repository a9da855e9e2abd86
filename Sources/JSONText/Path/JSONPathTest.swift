/// A test in a filter (RFC 9535, section 2.3.5).
indirect enum JSONPathTest: Sendable, Hashable {
  case any([JSONPathTest])
  case all([JSONPathTest])
  case not(JSONPathTest)
  case exists(JSONPathQuery)
  case comparison(JSONPathOperand, JSONPathOperator, JSONPathOperand)
  case pattern(JSONPathOperand, JSONPathPattern, isWhole: Bool)

  func contains(_ isWanted: (JSONPathTest) -> Bool) -> Bool {
    if isWanted(self) { return true }
    switch self {
    case .any(let tests), .all(let tests): return tests.contains { $0.contains(isWanted) }
    case .not(let test): return test.contains(isWanted)
    case .exists, .comparison, .pattern:
      return queries.contains { query in
        query.segments.contains { $0.tests.contains { $0.contains(isWanted) } }
      }
    }
  }

  /// The queries of the test itself, without those of the tests inside it.
  var queries: [JSONPathQuery] {
    switch self {
    case .any, .all, .not: []
    case .exists(let query): [query]
    case .comparison(let left, _, let right): left.queries + right.queries
    case .pattern(let subject, .computed(let pattern), _): subject.queries + pattern.queries
    case .pattern(let subject, .fixed, _): subject.queries
    }
  }
}

/// A query in a filter, from the tested child or from the root.
struct JSONPathQuery: Sendable, Hashable {
  /// The number in the path of a query from the root, which selects the same values for all
  /// children; nil for a query from the child.
  var constant: Int?
  var segments: [JSONPathSegment]

  var isSingular: Bool { segments.allSatisfy(\.isSingular) }
}

/// How two values are compared (RFC 9535, section 2.3.5.2.2).
enum JSONPathOperator: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
}

/// An operand, which stands for one value or for Nothing.
indirect enum JSONPathOperand: Sendable, Hashable {
  case literal(JSONPathLiteral)
  case query(JSONPathQuery)
  case length(JSONPathOperand)
  case count(JSONPathQuery)
  case value(JSONPathQuery)

  fileprivate var queries: [JSONPathQuery] {
    switch self {
    case .literal: []
    case .query(let query), .count(let query), .value(let query): [query]
    case .length(let operand): operand.queries
    }
  }
}

/// A value that is written in a filter.
enum JSONPathLiteral: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number([UInt8])
  /// A string, in UTF-8.
  case string([UInt8])
  /// The value of a parameter, counted from 0.
  case parameter(Int)
}

/// The regular expression of `match` and `search`.
enum JSONPathPattern: Sendable, Hashable {
  case fixed(IRegexp)
  case computed(JSONPathOperand)
}

extension JSONPath {
  /// Returns whether some test in the path, at any depth, satisfies a condition.
  func contains(_ isWanted: (JSONPathTest) -> Bool) -> Bool {
    segments.contains { $0.tests.contains { $0.contains(isWanted) } }
  }
}

extension JSONPathSegment {
  var tests: [JSONPathTest] {
    selectors.compactMap {
      if case .filter(let test) = $0 { test } else { nil }
    }
  }
}
