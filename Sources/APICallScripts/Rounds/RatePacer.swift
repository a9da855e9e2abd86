import APICallSpec

/// Spaces the beginnings of rounds evenly.
struct RatePacer {
  private let interval: Duration
  /// When the next round is to begin; nil before the first.
  private var due: Duration?

  init(_ rate: Loop.Rate) { interval = rate.interval }

  /// Finds out how long a round has to wait, and counts it as begun then.
  ///
  /// - Parameter now: the time, from any moment on.
  /// - Returns: how long to wait; zero where it is late already.
  mutating func pause(at now: Duration) -> Duration {
    // Who is later than a whole interval does not hurry after.
    let begin = due.map { $0 + interval < now ? now : $0 } ?? now
    due = begin + interval
    return max(begin - now, .zero)
  }
}
