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

/// The places that a path leads to, each of which becomes a value when it is asked for: a list of
/// values takes four times the memory.
public struct JSONPathPlaces: Sendable, Sequence {
  let document: JSONDocument
  let places: [UInt32]

  /// How many there are.
  public var count: Int { places.count }

  /// Begins at the first place.
  public func makeIterator() -> Iterator { Iterator(places: self) }

  /// Goes through the places in the order of RFC 9535.
  public struct Iterator: IteratorProtocol {
    let places: JSONPathPlaces
    private var position = 0

    init(places: JSONPathPlaces) { self.places = places }

    /// The next value, nil behind the last.
    public mutating func next() -> JSONValue? {
      guard position < places.count else { return nil }
      defer { position += 1 }
      return JSONValue(document: places.document, index: Int(places.places[position]))
    }
  }
}

/// The places that a query leads to, as far as they matter.
struct JSONPathFindings {
  /// The first places, as entries of the tape.
  private(set) var places: [UInt32] = []
  /// How many places there are; not counted on once there are enough.
  private(set) var count = 0
  /// How many places are kept.
  private let kept: Int
  /// How many places answer the question.
  private let enough: Int
  /// How many places are too many.
  private let limit: Int

  private init(kept: Int, enough: Int, limit: Int) {
    self.kept = kept
    self.enough = enough
    self.limit = limit
  }

  static func all(limit: Int) -> Self { Self(kept: .max, enough: .max, limit: limit) }
  /// Whether there are places, and the first one.
  static var first: Self { Self(kept: 1, enough: 1, limit: .max) }
  /// Whether there is one place alone, and which.
  static var only: Self { Self(kept: 1, enough: 2, limit: .max) }
  /// How many places there are.
  static var counted: Self { Self(kept: 0, enough: .max, limit: .max) }

  var isComplete: Bool { count >= enough }

  mutating func append(_ place: Int) throws(JSONPathEvaluationError) {
    guard count < limit else { throw .places(limit: limit) }
    count += 1
    if places.count < kept { places.append(UInt32(truncatingIfNeeded: place)) }
  }
}

/// What bounds the work of following a path, which a short path can make as large as it likes.
public struct JSONPathLimits: Sendable, Hashable {
  /// How many values and keys may be looked at, each as often as it is; comparing long texts and
  /// matching expressions count as several.
  public var visits: Int
  /// How many places may be found.
  public var places: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - visits: how many values and keys may be looked at.
  ///   - places: how many places may be found.
  public init(visits: Int, places: Int) {
    self.visits = visits
    self.places = places
  }

  /// Limits that grow with a value, so that paths which look at all of it a few dozen times pass.
  ///
  /// - Parameter value: the value that `$` stands for.
  public init(for value: JSONValue) {
    let size = Int(value.entry.next) - value.index
    self.init(visits: 50_000_000 + 64 * size, places: 1_000_000 + 4 * size)
  }
}

/// Why a path was not followed to its end.
public enum JSONPathEvaluationError: Error, Sendable, Hashable {
  /// More values would have to be looked at than the limit says.
  case visits(limit: Int)
  /// The path leads to more places than the limit says.
  case places(limit: Int)
  /// The path has `match` or `search`, and no engine for them was given.
  case noPatterns
  /// The engine cannot tell whether an expression, as RFC 9485 has it, matches.
  case pattern(String, JSONPathPatternError)
}

extension JSONPathEvaluationError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .visits(let limit):
      "the path looks at more than \(limit) values: name the members instead of `..` and `*`"
    case .places(let limit):
      "the path leads to more than \(limit) places: name the members instead of `..` and `*`"
    case .noPatterns:
      "`match` and `search` are not available here"
    case .pattern(let text, let error):
      "the regular expression '\(text)' cannot be used: \(error.reason)"
    }
  }
}
