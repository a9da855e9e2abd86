/// One walk along a path through a document, in the order of RFC 9535: depth first, without lists
/// of intermediate values.
struct JSONPathEvaluation {
  let document: JSONDocument
  let tape: [JSONTapeEntry]
  let root: Int
  let limits: JSONPathLimits
  /// What values on the way have to be; in the queries of filters, they may be anything.
  var rules: Rules
  private var visitsLeft: Int
  /// The results of queries from the root, which are the same each time.
  private var constants: [Int: JSONPathFindings] = [:]
  var matcher: JSONPathMatcher

  /// What values on the way of a path have to be.
  struct Rules {
    /// Whether `[*]` selects only in a list.
    var needsLists = false
    /// The steps that are followed only from values of their kind.
    var strictSteps = 0..<0
    /// The number of steps whose keys must not occur twice.
    var uniqueSteps = 0
  }

  init(
    root: JSONNode, patterns: (any JSONPathPatterns)?, limits: JSONPathLimits,
    _ rules: Rules = Rules()
  ) {
    self.rules = rules
    document = root.document
    tape = root.document.tape
    self.root = root.index
    self.limits = limits
    visitsLeft = limits.visits
    matcher = JSONPathMatcher(engine: patterns)
  }

  func value(at place: Int) -> JSONNode { JSONNode(document: document, index: place) }

  mutating func visit(_ count: Int = 1) throws(JSONPathEvaluationError) {
    visitsLeft -= count
    guard visitsLeft >= 0 else { throw .visits(limit: limits.visits) }
  }

  var visits: Int { limits.visits - visitsLeft }

  mutating func follow(
    _ query: JSONPathQuery, at place: Int, _ empty: JSONPathFindings
  ) throws(JSONPathEvaluationError) -> JSONPathFindings {
    var found = empty
    let outer = rules
    rules = Rules()
    defer { rules = outer }
    guard let constant = query.constant else {
      try follow(query.segments, from: place, into: &found)
      return found
    }
    if let known = constants[constant] { return known }
    try follow(query.segments, from: root, into: &found)
    constants[constant] = found
    return found
  }

  mutating func followSingular(
    _ query: JSONPathQuery, at place: Int
  ) throws(JSONPathEvaluationError) -> Int? {
    guard query.constant == nil else {
      return try follow(query, at: place, .first).places.first.map { Int($0) }
    }
    var place = place
    for segment in query.segments {
      guard let selector = segment.only, let child = try child(selector, of: place)
      else { return nil }
      place = child
    }
    return place
  }

  /// Follows segments, beginning with a given one, and adds the places after the last.
  mutating func follow(
    _ segments: [JSONPathSegment], _ first: Int = 0, from start: Int,
    into found: inout JSONPathFindings
  ) throws(JSONPathEvaluationError) {
    var place = start
    for position in first..<segments.count {
      let segment = segments[position]
      if rules.strictSteps.contains(position) {
        let kind = tape[place].kind
        guard segment.suits(kind, needingLists: rules.needsLists)
        else { throw .otherKind(after: position, kind) }
      }
      guard segment.isSingular else {
        if segment.isDescendant {
          return try descend(
            segment.selectors, in: place, then: segments, position + 1, into: &found)
        }
        for selector in segment.selectors where !found.isComplete {
          try follow(selector, in: place, then: segments, position + 1, into: &found)
        }
        return
      }
      let isUnique = position < rules.uniqueSteps
      guard let child = try child(segment.selectors[0], of: place, isUnique: isUnique)
      else { return }
      place = child
    }
    try found.append(place)
  }

  private mutating func descend(
    _ selectors: [JSONPathSelector], in place: Int, then segments: [JSONPathSegment],
    _ position: Int, into found: inout JSONPathFindings
  ) throws(JSONPathEvaluationError) {
    // The tape has them in the right order: each container before its descendants.
    let end = Int(tape[place].next)
    try visit(end - place)
    for container in place..<end where tape[container].kind.isContainer {
      for selector in selectors where !found.isComplete {
        try follow(selector, in: container, then: segments, position, into: &found)
      }
    }
  }
}

/// The expressions of a walk, each read and compiled once.
struct JSONPathMatcher {
  typealias Search = @Sendable (String) throws(JSONPathPatternError) -> Bool

  /// The largest number of expressions to remember.
  private static let limit = 64

  let engine: (any JSONPathPatterns)?
  /// By the bytes, since other bytes of the same text are another expression.
  private var searches: [[UInt8]: Search] = [:]
  private var expressions: [ArraySlice<UInt8>: IRegexp?] = [:]

  init(engine: (any JSONPathPatterns)?) {
    self.engine = engine
  }

  /// Returns the expression in a string of the document; nil if it is not valid.
  mutating func expression(_ bytes: ArraySlice<UInt8>) -> IRegexp? {
    if let known = expressions[bytes] { return known }
    if expressions.count == Self.limit { expressions.removeAll(keepingCapacity: true) }
    let text = String(validating: bytes, as: UTF8.self)
    let expression = text.flatMap { try? IRegexp($0) }
    expressions.updateValue(expression, forKey: bytes)
    return expression
  }

  mutating func matches(
    _ expression: IRegexp, isWhole: Bool, in text: String
  ) throws(JSONPathEvaluationError) -> Bool {
    guard let engine else { throw .noPatterns }
    let pattern = isWhole ? expression.wholePerlSyntax : expression.perlSyntax
    do {
      let key = Array(pattern.utf8)
      if let search = searches[key] { return try search(text) }
      if searches.count == Self.limit { searches.removeAll(keepingCapacity: true) }
      let search = try engine.compile(pattern)
      searches[key] = search
      return try search(text)
    } catch {
      throw .pattern(expression.text, error)
    }
  }
}
