extension JSONPath {
  /// Finds the values that the path selects.
  ///
  /// - Parameters:
  ///   - value: the value that `$` stands for.
  ///   - patterns: the engine for `match` and `search`; see `usesPatterns`.
  ///   - limits: the limits of the work; those for the value's size if nil.
  /// - Returns: the values in the order of RFC 9535, which for one selector is that of the text.
  ///   The list is empty if nothing is selected; a value that is selected several times is
  ///   repeated.
  /// - Throws: `JSONPathEvaluationError` if a limit is reached or an expression cannot be used.
  public func select(
    in value: JSONNode, patterns: (any JSONPathPatterns)? = nil, limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> [JSONNode] {
    Array(try places(in: value, patterns: patterns, limits: limits))
  }

  /// Finds the places that the path selects, with `[*]` only in lists.
  package func rows(
    in value: JSONNode, _ strictness: JSONPathStrictness, ofList isOfList: Bool = false,
    patterns: (any JSONPathPatterns)? = nil
  ) throws(JSONPathEvaluationError) -> JSONPathPlaces {
    try places(
      in: value, patterns, nil, strictness, needingLists: true, ofList: isOfList || !isSingular)
  }

  /// Finds the places that the path selects, for callers that take one after the other.
  ///
  /// - Parameters:
  ///   - value: the value that `$` stands for.
  ///   - patterns: the engine for `match` and `search`; see `usesPatterns`.
  ///   - limits: the limits of the work; those for the value's size if nil.
  /// - Returns: the places, in the order of `select`.
  /// - Throws: `JSONPathEvaluationError` if a limit is reached or an expression cannot be used.
  public func places(
    in value: JSONNode, patterns: (any JSONPathPatterns)? = nil, limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> JSONPathPlaces {
    try places(in: value, patterns, limits)
  }

  /// Finds the places that the path selects.
  ///
  /// Throws if a value is left out for its kind, or if a key that leads to the values occurs twice.
  package func places(
    in value: JSONNode, _ strictness: JSONPathStrictness,
    patterns: (any JSONPathPatterns)? = nil, limits: JSONPathLimits? = nil
  ) throws(JSONPathEvaluationError) -> JSONPathPlaces {
    try places(in: value, patterns, limits, strictness, ofList: !isSingular)
  }

  private func places(
    in value: JSONNode, _ patterns: (any JSONPathPatterns)?, _ limits: JSONPathLimits?,
    _ strictness: JSONPathStrictness = .nowhere, needingLists needsLists: Bool = false,
    ofList isOfList: Bool = false
  ) throws(JSONPathEvaluationError) -> JSONPathPlaces {
    let limits = limits ?? JSONPathLimits(for: value)
    var rules = JSONPathEvaluation.Rules(
      needsLists: needsLists, strictSteps: steps(under: strictness))
    // Up to the last step that can select several values.
    if isOfList { rules.uniqueSteps = segments.lastIndex { !$0.isSingular } ?? segments.count }
    var evaluation = JSONPathEvaluation(root: value, patterns: patterns, limits: limits, rules)
    var found = JSONPathFindings.all(limit: limits.places)
    try evaluation.follow(segments, from: value.index, into: &found)
    return JSONPathPlaces(
      document: value.document, places: found.places, visits: evaluation.visits)
  }

  /// Whether the path uses `match` or `search`, which need an engine.
  public var usesPatterns: Bool {
    contains { if case .pattern = $0 { true } else { false } }
  }
}

/// The places that a path selects.
///
/// Each becomes a value when it is read: a list of values takes four times the memory.
public struct JSONPathPlaces: Sendable, Sequence {
  let document: JSONDocument
  let places: [UInt32]
  package let visits: Int

  /// The number of places.
  public var count: Int { places.count }

  /// Returns an iterator that begins at the first place.
  public func makeIterator() -> Iterator { Iterator(places: self) }

  /// Iterates over the places in the order of RFC 9535.
  public struct Iterator: IteratorProtocol {
    let places: JSONPathPlaces
    private var position = 0

    init(places: JSONPathPlaces) { self.places = places }

    /// Returns the next value; nil after the last.
    public mutating func next() -> JSONNode? {
      guard position < places.count else { return nil }
      defer { position += 1 }
      return JSONNode(document: places.document, index: Int(places.places[position]))
    }
  }
}

/// The places that a query selects, as far as they are needed.
struct JSONPathFindings {
  private(set) var places: [UInt32] = []
  /// The number of places; counting stops once there are enough.
  private(set) var count = 0
  private let kept: Int
  /// The number of places after which the search stops.
  private let enough: Int
  private let limit: Int

  static func all(limit: Int) -> Self { Self(kept: .max, enough: .max, limit: limit) }
  /// For whether there are places, and the first one.
  static var first: Self { Self(kept: 1, enough: 1, limit: .max) }
  /// For whether there is exactly one place, and which.
  static var only: Self { Self(kept: 1, enough: 2, limit: .max) }
  static var counted: Self { Self(kept: 0, enough: .max, limit: .max) }

  var isComplete: Bool { count >= enough }

  mutating func append(_ place: Int) throws(JSONPathEvaluationError) {
    guard count < limit else { throw .places(limit: limit) }
    count += 1
    if places.count < kept { places.append(UInt32(truncatingIfNeeded: place)) }
  }
}

/// The limits of the work of following a path, which even a short path can make arbitrarily large.
public struct JSONPathLimits: Sendable, Hashable {
  /// The largest number of visits to values and keys; comparing long strings and matching
  /// expressions count as several.
  public var visits: Int
  /// The largest number of places to find.
  public var places: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - visits: the largest number of visits to values and keys.
  ///   - places: the largest number of places to find.
  public init(visits: Int, places: Int) {
    self.visits = visits
    self.places = places
  }

  /// Creates limits that grow with a value, so that a path may visit all of it a few dozen times.
  ///
  /// - Parameter value: the value that `$` stands for.
  public init(for value: JSONNode) {
    let size = Int(value.entry.next) - value.index
    self.init(visits: 50_000_000 + 64 * size, places: 1_000_000 + 4 * size)
  }
}

/// Why a path was not followed to its end.
public enum JSONPathEvaluationError: Error, Sendable, Hashable {
  /// The path visits more values than the limit.
  case visits(limit: Int)
  /// The path selects more places than the limit.
  case places(limit: Int)
  /// The path uses `match` or `search`, and there is no engine for them.
  case noPatterns
  /// The engine cannot decide whether an expression of RFC 9485 matches.
  case pattern(String, JSONPathPatternError)
  /// A value after so many steps has another kind than the next step needs.
  case otherKind(after: Int, JSONKind)
  /// A key on the way to the rows occurs twice in a map.
  case repeatedKey(String)
}

extension JSONPathEvaluationError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .visits(let limit):
      "the path looks at more than \(limit) values: name the members instead of `..` and `*`"
    case .places(let limit):
      "the path selects more than \(limit) values: name the members instead of `..` and `*`"
    case .noPatterns:
      "`match` and `search` are not available here"
    case .pattern(let text, let error):
      "the regular expression '\(text)' cannot be used: \(error.reason)"
    case .otherKind(after: let steps, _):
      "step \(steps + 1) of the path needs another kind of value"
    case .repeatedKey(let key):
      "the key '\(key)' occurs twice in a map"
    }
  }
}
