/// What a filter asks of each child (RFC 9535, section 2.3.5).
indirect enum JSONPathTest: Sendable, Hashable {
  /// Whether one of several holds.
  case any([JSONPathTest])
  /// Whether all of several hold.
  case all([JSONPathTest])
  /// Whether it does not hold.
  case not(JSONPathTest)
  /// Whether a query leads anywhere.
  case exists(JSONPathQuery)
  /// How two values compare.
  case comparison(JSONPathOperand, JSONPathOperator, JSONPathOperand)
  /// Whether a text matches a regular expression: the whole of it, or some part.
  case pattern(JSONPathOperand, JSONPathPattern, isWhole: Bool)

  /// Says whether this test, or one in it, is of a kind.
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

  /// The queries that stand in the test itself, not in tests in it.
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

/// A query in a filter: from the child that is tested, or from the root.
struct JSONPathQuery: Sendable, Hashable {
  /// For queries from the root, which lead to the same places for all children, their number in the
  /// path; nil for those from the child.
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

/// What stands for one value, or for Nothing.
indirect enum JSONPathOperand: Sendable, Hashable {
  case literal(JSONPathLiteral)
  /// The one value that a singular query leads to.
  case query(JSONPathQuery)
  /// How many characters, elements or members a value has.
  case length(JSONPathOperand)
  /// How many places a query leads to.
  case count(JSONPathQuery)
  /// The value of a query that leads to one place.
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
  /// A number, as the octets of its text.
  case number([UInt8])
  /// A text, in UTF-8.
  case string([UInt8])
}

/// The regular expression of `match` and `search`.
enum JSONPathPattern: Sendable, Hashable {
  /// One that is written in the path.
  case fixed(IRegexp)
  /// One that is found as the path is followed.
  case computed(JSONPathOperand)
}

extension JSONPath {
  /// Says whether some test in the path, at any depth, is of a kind.
  func contains(_ isWanted: (JSONPathTest) -> Bool) -> Bool {
    segments.contains { $0.tests.contains { $0.contains(isWanted) } }
  }
}

extension JSONPathSegment {
  /// The tests of its filters.
  var tests: [JSONPathTest] {
    switch self {
    case .child(let selectors), .descendant(let selectors):
      selectors.compactMap {
        if case .filter(let test) = $0 { test } else { nil }
      }
    }
  }
}
