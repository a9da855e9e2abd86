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
