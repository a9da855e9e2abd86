import APICallHTTP
import Glibc

/// When the time of one exchange is up, and what it was then waiting for.
struct Deadlines {
  typealias Instant = SuspendingClock.Instant

  /// Longer than anybody waits.
  private static let never = Duration.seconds(1 << 31)

  private let limits: TimeLimits
  private let start: Instant
  private var lastSign: Instant
  private var isConnected = false
  private var allowsSilence = false
  private var isAnswered = false

  /// Starts to count.
  init(_ limits: TimeLimits, start: Instant) {
    self.limits = limits
    self.start = start
    lastSign = start
  }

  /// Notes that the connection stands, so that the request can be sent.
  mutating func connected(at now: Instant) {
    isConnected = true
    lastSign = now
  }

  /// Notes a sign of life: octets went out or came in.
  mutating func sign(at now: Instant) {
    lastSign = now
  }

  /// Notes that silences belong to the answer.
  mutating func allowSilence() {
    allowsSilence = true
  }

  /// Notes that all of the answer has come: the rest of the request may go out as long as it is taken.
  mutating func answered() {
    isAnswered = true
  }

  /// The limit on silence.
  private var idle: Duration {
    if isAnswered { return min(limits.idle, .seconds(1)) }
    return allowsSilence ? Self.never : limits.idle
  }

  /// The next moment at which a limit passes.
  var next: Instant {
    let step = isConnected ? lastSign + idle : start + limits.connect
    guard let total = limits.total else { return step }
    return min(step, start + total)
  }

  /// What was waited for when `next` passed.
  var phase: TimedOutPhase {
    if let total = limits.total, next == start + total { return .total(after: total) }
    return isConnected ? .idle(after: limits.idle) : .connecting(after: limits.connect)
  }
}

/// A clock that stands still while our own code runs or waits.
///
/// Time limits are for the other side. What a receiver waits for its output to be taken, or a script
/// takes to compute, must not use them up: the loop's thread reads no network meanwhile.
final class PausableClock {
  typealias Instant = SuspendingClock.Instant

  // They are for one thread, and changed in one place.
  @exclusivity(unchecked) private var paused = Duration.zero
  @exclusivity(unchecked) private var pauseStart: Instant?

  /// The time without the pauses.
  var now: Instant { (pauseStart ?? SuspendingClock.now) - paused }

  /// Runs something that takes no time by this clock.
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

  /// Runs something that takes only the time it computes by this clock, and none while it waits.
  ///
  /// A body that never ends keeps its receiver busy: by a clock that stood still meanwhile, no limit
  /// would ever be reached.
  func pauseWaits<Value>(_ work: () -> Value) -> Value {
    if pauseStart != nil { return work() }
    let start = Self.processorTime
    defer { paused -= Self.processorTime - start }
    return pause(work)
  }

  /// How long this thread has computed.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
