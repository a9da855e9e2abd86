import Synchronization

/// The permits of a run: so many files and iterations are under way at a time in all pools together.
///
/// Whoever runs a pool has a permit already: that of the iteration in which the pool is run, or that of
/// the run itself. It is lent to the first worker of the pool, so a iteration that waits for those of an
/// inner loop holds none, and every pool goes on, however few are left. Only further workers take
/// permits of their own, where there are any.
package final class PoolPermits: Sendable {
  /// The most files and iterations that are under way in a run.
  package static let most = 256

  /// How many are left.
  private let left: Mutex<Int>

  /// Creates the permits of a run, one of which the run itself has.
  package init(_ most: Int = PoolPermits.most) { left = Mutex(most - 1) }

  /// Takes a permit; false where none is left.
  package func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  /// Gives a permit back.
  func giveBack() { left.withLock { $0 += 1 } }
}
