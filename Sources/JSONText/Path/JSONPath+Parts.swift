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

extension JSONPathTest {
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

extension JSONPathOperand {
  fileprivate var queries: [JSONPathQuery] {
    switch self {
    case .literal: []
    case .query(let query), .count(let query), .value(let query): [query]
    case .length(let operand): operand.queries
    }
  }
}
