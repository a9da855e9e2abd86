package import APICallHTTP
package import APICallBase

/// The rate of the requests of a run, which other processes may share.
package protocol SharedRate: Sendable {
  /// Waits until a request may be sent.
  func turn() async throws(CancellationError)

  /// Notes the head of a response, which may ask for a pause.
  func note(_ head: ResponseHead)

  /// Why the rate can no longer be kept; nil as long as it can.
  var fault: Failure? { get }
}
