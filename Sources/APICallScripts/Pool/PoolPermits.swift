import Synchronization

/// The permits of a run, which limit the files and iterations in progress in all pools together.
///
/// The caller of a pool has a permit already: that of the iteration that runs the pool, or that of
/// the run itself. The first worker of the pool borrows it, so an iteration that waits for an inner
/// loop holds no permit, and every pool makes progress, however few permits are left. Only further
/// workers take permits of their own, if there are any.
package final class PoolPermits: Sendable {
  package static let most = 256

  private let left: Mutex<Int>

  /// Creates the permits of a run; the run itself takes one.
  package init(_ most: Int = PoolPermits.most) { left = Mutex(most - 1) }

  package func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  func giveBack() { left.withLock { $0 += 1 } }
}
