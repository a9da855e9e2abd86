/// An operation that runs so often that its cost matters.
protocol Benchmark: SendableMetatype {
  /// The name on the command line and in the list of costs.
  static var name: String { get }
  /// The name of one of its ``units``, such as `byte`.
  static var unit: String { get }

  /// Prepares the work, without counting the cost.
  init() throws

  /// The number of units in one run of the work.
  var units: Int { get }

  /// Does the work once.
  ///
  /// - Throws: an error if the work fails, which is a mistake in the benchmark.
  func work() throws
}

/// The error for a wrong result of the work.
struct WrongOutcome: Error, CustomStringConvertible {
  let description: String

  /// Compares a result with the expected one.
  ///
  /// - Parameters:
  ///   - value: the result.
  ///   - expected: the expected result.
  /// - Throws: an error that names both if they differ.
  static func check<Value: Equatable>(_ value: Value, is expected: Value) throws {
    guard value != expected else { return }
    throw WrongOutcome(description: "the result is \(value), not \(expected)")
  }
}
