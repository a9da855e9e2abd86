import Synchronization

/// How many files a script, or what a file needs, may have read: those that call one another ten at a
/// time soon are more than there is time for.
package final class CalledFiles: Sendable {
  /// The most of them, each counted as often as it is called.
  static let most = 1000

  private let count = Atomic(0)

  init() {}

  /// Counts one more.
  ///
  /// - Returns: whether it may be read.
  func take() -> Bool { count.add(1, ordering: .relaxed).newValue <= Self.most }
}
