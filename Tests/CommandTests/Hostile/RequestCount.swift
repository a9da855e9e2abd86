import Glibc
import Synchronization

/// A count of requests.
final class RequestCount: Sendable {
  private let value = Mutex(0)

  /// The number.
  var now: Int { value.withLock { $0 } }

  /// Counts one more.
  func add() { value.withLock { $0 += 1 } }

  /// Waits for a number of requests; false if that takes too long.
  func reaches(_ number: Int, within limit: Duration = .seconds(10)) -> Bool {
    let end = ContinuousClock.now + limit
    while now < number {
      if ContinuousClock.now >= end { return false }
      usleep(1000)
    }
    return true
  }
}
