/// Something that is done often enough that its cost matters.
protocol Benchmark: SendableMetatype {
  /// What it is called on the command line and in the list of costs.
  static var name: String { get }
  /// What one of its ``units`` is, such as `octet`.
  static var unit: String { get }

  /// Makes what the work needs; the cost of that is not counted.
  init() throws

  /// How many units one turn of the work is.
  var units: Int { get }

  /// Does the work once.
  ///
  /// - Throws: where the work fails, which is a mistake in the benchmark.
  func work() throws
}

/// Says that the work came to something else than it must.
struct WrongOutcome: Error, CustomStringConvertible {
  let description: String

  /// Compares an outcome with what it must be.
  ///
  /// - Parameters:
  ///   - value: the outcome.
  ///   - expected: what it must be.
  /// - Throws: an error that names both where they differ.
  static func check<Value: Equatable>(_ value: Value, is expected: Value) throws {
    guard value != expected else { return }
    throw WrongOutcome(description: "the work came to \(value), not \(expected)")
  }
}
