import Glibc

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
