package import YAMLTree

/// What has to hold for a step to be run: `if:`.
package indirect enum Condition: Sendable {
  /// A value is true, or passes all of some matchers.
  case holds(Payload, [Matcher<Payload>], Mark)
  /// One of several holds.
  case any([Condition])
  /// All of several hold.
  case all([Condition])
  /// It does not hold.
  case not(Condition)
}

/// When a step is called again: `poll:`.
package struct PollRule: Sendable {
  /// The longest pause that backing off leads to.
  package static let longestPause = Duration.seconds(300)
  /// The shortest time between two calls.
  package static let shortestPause = Duration.milliseconds(10)
  /// The longest that polling may take.
  package static let longestLimit = Duration.seconds(24 * 3600)
  /// The greatest factor by which a pause grows.
  package static let mostBackoff = 10.0

  /// The place of `poll`.
  package var mark: Mark
  /// What the answer is like that ends the polling well.
  package var until = Expectation()
  /// What an answer is like that will never become that one; nil where nothing says so.
  package var fail: Expectation?
  /// How long to wait before the second call.
  package var every: Duration = .seconds(1)
  /// By what each pause is longer than the one before; 1 keeps them alike.
  package var backoff: Double = 1
  /// How long the polling may take.
  package var limit: Duration = .seconds(300)

  package init(at mark: Mark) { self.mark = mark }

  /// Whether answers of any status are looked at: where none is named, an unexpected one is a failure.
  package var namesStatus: Bool { until.status.mark != nil || fail?.status.mark != nil }

  /// How long to wait the next time.
  ///
  /// - Parameter pause: how long was waited for the last time.
  /// - Returns: the pause, longer by `backoff`, up to 5 minutes or `every`, whichever is longer.
  package func pause(after pause: Duration) -> Duration {
    min(pause * backoff, max(every, Self.longestPause))
  }
}
