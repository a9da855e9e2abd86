import APICallHTTP

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
