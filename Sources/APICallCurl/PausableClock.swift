/// A clock that stands still while our own code runs.
///
/// Time limits are for the other side. What a receiver takes to write its output, or a script to
/// compute, must not use them up: the loop's thread reads no network meanwhile.
final class PausableClock {
  typealias Instant = SuspendingClock.Instant

  private var paused = Duration.zero
  private var pauseStart: Instant?

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
}
