package import APICallBase
package import APICallHTTP

/// The rate of the requests of a run, which other processes may share.
package protocol SharedRate: Sendable {
  /// Waits until a request may be sent.
  func turn() async throws(CancellationError)

  /// Notes the head of a response, which may ask for a pause, and what it tells of the limit.
  func note(_ head: ResponseHead, _ told: RemainingRequests?)

  /// Why the rate can no longer be kept; nil as long as it can.
  var fault: Failure? { get }
}

/// What a server still allows, as a response tells it.
package struct RemainingRequests: Sendable, Hashable {
  package var requests: Int
  /// The time until it allows more.
  package var reset: Duration

  package init(_ requests: Int, until reset: Duration) {
    self.requests = requests
    self.reset = reset
  }
}
