import Dispatch
import Synchronization

/// Watches over how long an exchange may be silent, and how long it may take.
final class Deadline: Sendable {
  private struct State {
    var isOver = false
    var silentSince = ContinuousClock.now
    let began = ContinuousClock.now
  }

  private let idle: Duration
  private let total: Duration?
  private let queue = DispatchQueue(label: "deadline")
  private let state = Mutex(State())

  /// A deadline that does not run yet.
  ///
  /// - Parameters:
  ///   - idle: how long nothing may happen.
  ///   - total: how long all of it may take; nil for any time.
  init(idle: Duration, total: Duration?) {
    self.idle = idle
    self.total = total
  }

  /// Begins to watch.
  ///
  /// - Parameter expire: called once where the time is over, unless it is stopped before.
  func start(_ expire: @escaping @Sendable () -> Void) {
    note()
    wait(expire)
  }

  /// Notes that something has happened.
  func note() { state.withLock { $0.silentSince = .now } }

  /// Stops to watch.
  func stop() { state.withLock { $0.isOver = true } }

  private func wait(_ expire: @escaping @Sendable () -> Void) {
    let left = rest
    guard left > .zero else { return expire() }
    let (seconds, attoseconds) = left.components
    let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000) + 1
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      guard let self, !self.state.withLock({ $0.isOver }) else { return }
      self.wait(expire)
    }
  }

  /// How much time is left.
  private var rest: Duration {
    let now = ContinuousClock.now
    return state.withLock { state in
      let silence = idle - (now - state.silentSince)
      return total.map { min(silence, $0 - (now - state.began)) } ?? silence
    }
  }
}
