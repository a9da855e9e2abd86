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
