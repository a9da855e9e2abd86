import APICallHTTP
import Synchronization

/// The requests in progress, so that none is sent twice at a time.
///
/// All calls of a run, or of an application, share one.
package final class InFlightRequests: Sendable {
  private let requests = Mutex<[Request]>([])

  /// Creates an empty collection.
  package init() {}

  /// Records that a request is in progress.
  ///
  /// - Parameter request: the request.
  /// - Returns: false if the same request, with equal header fields and body, is already in
  ///   progress.
  func enter(_ request: Request) -> Bool {
    requests.withLock { requests in
      guard !requests.contains(request) else { return false }
      requests.append(request)
      return true
    }
  }

  /// Records that a request has ended, with or without success.
  func leave(_ request: Request) {
    requests.withLock { requests in
      guard let index = requests.firstIndex(of: request) else { return }
      requests.swapAt(index, requests.count - 1)
      requests.removeLast()
    }
  }
}
