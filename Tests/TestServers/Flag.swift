import Synchronization

/// A flag that one thread raises, and for which others wait.
package final class Flag: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// Whether it has been raised.
  package var isRaised: Bool { flag.load(ordering: .acquiring) }

  package func raise() { flag.store(true, ordering: .releasing) }

  /// Waits until it is raised; false if that takes longer than the ``patience``.
  @discardableResult
  package func waits() -> Bool { TestServers.waits { isRaised } }
}
