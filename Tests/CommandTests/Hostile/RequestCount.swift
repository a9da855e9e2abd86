import Synchronization
import TestServers

/// A count of requests.
final class RequestCount: Sendable {
  private let value = Mutex(0)

  /// The number.
  var now: Int { value.withLock { $0 } }

  /// Counts one more.
  func add() { value.withLock { $0 += 1 } }

  /// Waits for a number of requests; false if they do not come.
  func reaches(_ number: Int) -> Bool { waits { now >= number } }
}
