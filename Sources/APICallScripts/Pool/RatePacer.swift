import APICallModel

/// Spaces the beginnings of iterations evenly.
struct RatePacer {
  private let interval: Duration
  /// The time when the next iteration begins; nil before the first.
  private var due: Duration?

  init(_ rate: Loop.Rate) { interval = rate.interval }

  /// Computes the time that an iteration has to wait, and counts it as begun then.
  ///
  /// Returns the time to wait; zero if it is already late.
  mutating func pause(at now: Duration) -> Duration {
    // A delay of more than one interval is not made up for.
    let begin = due.map { $0 + interval < now ? now : $0 } ?? now
    due = begin + interval
    return max(begin - now, .zero)
  }
}
