import Synchronization

/// Limits the total size of the values that the placeholders of one call produce, and the work for
/// them.
///
/// A `let` can use another one twice, and so on: a few lines could produce text without limit. A
/// filter can compute a digest of a long text for each item of a long list.
package final class RenderAllowance: Sendable {
  /// The limit in bytes, with the intermediate values counted.
  package static let limit = 128 << 20
  /// The minimum cost of a value, however short it is.
  package static let least = 256
  /// The limit of the work, in steps.
  ///
  /// A step is what a processor does in about 0.1 µs; all of them take a few seconds.
  package static let steps = 50_000_000
  /// The steps for a part of an expression, those for the items of lists included.
  package static let stepsOfPart = 4
  /// The number of bytes that are read or written in a step.
  package static let bytesOfStep = 16

  private let remaining = Atomic(limit)
  private let remainingSteps: Atomic<Int>
  private static let patternSteps = 20_000_000
  private let patternSteps = Mutex(RenderAllowance.patternSteps)

  package init(steps: Int = steps) { remainingSteps = Atomic(steps) }

  /// Makes all of it available again, for values that nothing of the earlier ones is kept in.
  package func renew() {
    remaining.store(Self.limit, ordering: .relaxed)
    remainingSteps.store(Self.steps, ordering: .relaxed)
    patternSteps.withLock { $0 = Self.patternSteps }
  }

  /// Runs a search for a regular expression of a filter.
  ///
  /// All searches of the filters of a call may take as many steps together as a single one.
  package func withPatternSteps<Problem: Error>(
    _ search: (inout Int) throws(Problem) -> Void
  ) throws(Problem) {
    try patternSteps.withLock { (steps) throws(Problem) in try search(&steps) }
  }

  /// Takes a part of the remaining allowance.
  ///
  /// Returns whether enough was left.
  package func take(_ bytes: Int, times: Int = 1, least: Int = least) -> Bool {
    let (cost, isTooMuch) = max(bytes, least).multipliedReportingOverflow(by: times)
    guard !isTooMuch, cost <= Self.limit else { return false }
    return remaining.subtract(cost, ordering: .relaxed).newValue >= 0
  }

  /// Returns whether enough were left.
  package func spend(_ steps: Int) -> Bool {
    remainingSteps.subtract(steps, ordering: .relaxed).newValue >= 0
  }

  package var stepsLeft: Int { max(0, remainingSteps.load(ordering: .relaxed)) }
}
