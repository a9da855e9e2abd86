import APICallContracts
import APICallHTTP
import Glibc

/// The time limits of one exchange, and its phase when one of them passes.
struct Deadlines {
  typealias Instant = SuspendingClock.Instant

  /// A duration longer than any wait.
  private static let never = Duration.seconds(1 << 31)

  private let limits: TimeLimits
  private let start: Instant
  private var lastSign: Instant
  private var isConnected = false
  /// What silence means since the head of the response.
  var silence = Silence.limited
  private var hasWholeResponse = false
  /// Since when the receiver has had no room; nil if it has.
  private var heldSince: Instant?
  /// How long the receiver has had no room, in all.
  private var held = Duration.zero

  init(_ limits: TimeLimits, start: Instant) {
    self.limits = limits
    self.start = start
    lastSign = start
  }

  mutating func connected(at now: Instant) {
    isConnected = true
    lastSign = now
  }

  /// Records activity: bytes were sent or received.
  mutating func sign(at now: Instant) {
    lastSign = now
  }

  /// Records that the whole response has arrived; the rest of the request may be sent as long as
  /// the server takes it.
  mutating func responseArrived() {
    hasWholeResponse = true
  }

  /// Records that the receiver has no room: no limit applies until it has.
  mutating func hold(at now: Instant) {
    heldSince = heldSince ?? now
  }

  mutating func goOn(at now: Instant) {
    guard let since = heldSince else { return }
    heldSince = nil
    held += now - since
    lastSign = now
  }

  private var idle: Duration {
    if hasWholeResponse { return min(limits.idle, .seconds(1)) }
    return switch silence {
    case .limited: limits.idle
    case .allowed: Self.never
    case .ending(let time): time
    }
  }

  var next: Instant {
    if let heldSince { return heldSince + Self.never }
    let step = isConnected ? lastSign + idle : start + limits.connect
    guard let total = limits.total else { return step }
    return min(step, start + held + total)
  }

  /// The phase of the exchange when `next` passed.
  var phase: ExchangeTimeout {
    if let total = limits.total, next == start + held + total { return .total(after: total) }
    return isConnected ? .idle(after: idle) : .connecting(after: limits.connect)
  }
}

/// A clock that stands still while our own code runs or waits.
///
/// Time limits are for the other side. The time that a receiver waits for its output, or that a
/// script computes, must not use them up: the loop's thread does not read from the network
/// meanwhile.
final class PausableClock {
  typealias Instant = SuspendingClock.Instant

  // For one thread, and changed in one place.
  @exclusivity(unchecked) private var paused = Duration.zero
  @exclusivity(unchecked) private var pauseStart: Instant?
  /// How many of the next works of a receiver are measured: one of the last took long enough to have
  /// waited.
  @exclusivity(unchecked) private var measured = 0

  /// The time without the pauses.
  var now: Instant { (pauseStart ?? SuspendingClock.now) - paused }

  /// When the current turn of the loop began: the time, without another look at the clock.
  @exclusivity(unchecked) private(set) var turn = SuspendingClock.now

  func beginTurn() { turn = now }

  /// Runs work that takes no time by this clock.
  func pause<Value>(_ work: () -> Value) -> Value {
    if pauseStart != nil { return work() }
    let start = SuspendingClock.now
    pauseStart = start
    defer {
      paused += SuspendingClock.now - start
      pauseStart = nil
    }
    return work()
  }

  /// Runs work of which this clock counts only the time it computes, not the time it waits.
  ///
  /// A body that never ends keeps its receiver busy. If the clock stood still meanwhile, no limit
  /// would ever be reached. What takes next to no time does not wait: only after a longer work is the
  /// processor asked for a while, which takes a call of the system.
  func pauseWaits<Value>(_ work: () -> Value) -> Value {
    if pauseStart != nil { return work() }
    let start = SuspendingClock.now
    let computed = measured > 0 ? Self.processorTime : nil
    pauseStart = start
    let value = work()
    pauseStart = nil
    let time = SuspendingClock.now - start
    guard time > Self.instant else {
      measured = max(measured - 1, 0)
      return value
    }
    // A server could send long and short pieces in turn, so that no long one would be measured.
    measured = Self.mostMeasured
    paused += time - (computed.map { Self.processorTime - $0 } ?? .zero)
    return value
  }

  /// A time in which nothing is waited for.
  private static let instant = Duration.microseconds(100)
  private static let mostMeasured = 64

  /// The time that this thread has computed.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
