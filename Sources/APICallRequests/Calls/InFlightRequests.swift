package import APICallHTTP
import Synchronization

/// The requests in progress, so that none is sent twice at a time.
///
/// All calls of a run, or of an application, share one.
package final class InFlightRequests: Sendable {
  private let requests = Mutex<Set<OutgoingRequest>>([])

  package init() {}

  /// Returns false if the same request, with equal header fields and body, is already in progress.
  package func enter(_ request: OutgoingRequest) -> Bool {
    requests.withLock { $0.insert(request).inserted }
  }

  /// Records that a request has ended, with or without success.
  package func leave(_ request: OutgoingRequest) {
    requests.withLock { _ = $0.remove(request) }
  }
}
