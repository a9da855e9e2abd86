import Dispatch
import Synchronization

/// Limits the silence and the total time of an exchange.
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

  /// Creates a deadline that is not running yet.
  ///
  /// - Parameters:
  ///   - idle: the longest silence.
  ///   - total: the longest total time; nil for no limit.
  init(idle: Duration, total: Duration?) {
    self.idle = idle
    self.total = total
  }

  /// Starts the deadline.
  ///
  /// - Parameter expire: called once when the time is over, unless the deadline is stopped earlier.
  func start(_ expire: @escaping @Sendable () -> Void) {
    note()
    wait(expire)
  }

  /// Restarts the time of silence.
  func note() { state.withLock { $0.silentSince = .now } }

  /// Stops the deadline.
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

  /// The remaining time.
  private var rest: Duration {
    let now = ContinuousClock.now
    return state.withLock { state in
      let silence = idle - (now - state.silentSince)
      return total.map { min(silence, $0 - (now - state.began)) } ?? silence
    }
  }
}
