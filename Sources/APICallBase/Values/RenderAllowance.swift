import Synchronization

/// How much the placeholders of one call may bring, together.
///
/// A let may use another one twice, and so on: a few lines would make text without end.
package final class RenderAllowance: Sendable {
  /// The most octets, those of each step counted.
  package static let limit = 128 << 20
  /// What anything costs, however small its value is.
  private static let least = 256

  private let remaining = Atomic(limit)

  package init() {}

  /// Takes some of what is left.
  ///
  /// - Parameters:
  ///   - octets: how long a value is.
  ///   - times: how many values are as long.
  /// - Returns: whether there was as much.
  package func take(_ octets: Int, times: Int = 1) -> Bool {
    let (cost, isTooMuch) = max(octets, Self.least).multipliedReportingOverflow(by: times)
    guard !isTooMuch, cost <= Self.limit else { return false }
    return remaining.subtract(cost, ordering: .relaxed).newValue >= 0
  }
}
