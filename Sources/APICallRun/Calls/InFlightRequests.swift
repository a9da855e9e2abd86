import APICallHTTP
import Synchronization

/// The requests that are under way, so that none is sent twice at a time.
///
/// One is shared by all calls of a run, or by all of an app.
package final class InFlightRequests: Sendable {
  private let requests = Mutex<[Request]>([])

  /// Creates a bag with nothing in it.
  package init() {}

  /// Notes that a request is under way.
  ///
  /// - Parameter request: the request.
  /// - Returns: false where the same one, with all its header fields and its body, is under way
  ///   already.
  func enter(_ request: Request) -> Bool {
    requests.withLock { requests in
      guard !requests.contains(request) else { return false }
      requests.append(request)
      return true
    }
  }

  /// Notes that a request has ended, however it did.
  func leave(_ request: Request) {
    requests.withLock { requests in
      guard let index = requests.firstIndex(of: request) else { return }
      requests.swapAt(index, requests.count - 1)
      requests.removeLast()
    }
  }
}
