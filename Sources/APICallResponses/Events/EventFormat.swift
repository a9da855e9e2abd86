/// The format of `--events`, as apicall-events(5) describes it.
package enum EventFormat {
  /// The version in each line.
  ///
  /// It changes only if existing text gets another meaning; new events and members do not change
  /// it.
  package static let version = 1

  /// The names of the events, in the order in which they first occur.
  package enum Name: String, Sendable, CaseIterable {
    case start, step, iteration, request, connection, interim, response, trailers, next, progress,
      end
  }
}
