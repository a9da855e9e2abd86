import APICallBase
import APICallHTTP
import Synchronization

/// Detects that a server refuses outputs that an earlier run stored: the status is 401 (RFC 9110,
/// section 15.5.2).
///
/// These are outputs of another call. The response is neither delivered nor retried: the caller
/// finds the refusal in the watch, and makes the call again. A response whose request cannot be
/// sent twice is still delivered. Responses from other origins than the call's own are ignored.
struct RefusalWatching: Middleware {
  private let watch: RefusalWatch
  private let origin: Origin

  /// Creates the middleware for the requests of one call.
  ///
  /// - Parameters:
  ///   - watch: records a refusal.
  ///   - request: the call's own request.
  init(for watch: RefusalWatch, _ request: Request) {
    self.watch = watch
    origin = request.url.origin
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    guard request.isOwn(at: origin) else {
      return try await next.send(request, to: receiver)
    }
    let isRepeatable = request.body?.isRepeatable ?? true
    let gate = HeadGate(before: receiver) { [watch] head in
      watch.passes(head, isRepeatable: isRepeatable)
    }
    do throws(RequestError) {
      try await next.send(request, to: gate)
    } catch {
      // What happens in the rest of an unwanted response does not matter.
      if gate.refused == nil || error == .cancelled { throw error }
    }
    guard let head = gate.refused else { return }
    receiver.note(page: head)
    throw .invalidResponse(Response(head: head, body: []))
  }
}

/// Records whether the server of one call has refused stored outputs.
package final class RefusalWatch: Sendable {
  private let state = Mutex(State.watching)

  private enum State {
    case watching
    /// It was refused; the call may be repeatable or not.
    case refused(isRepeatable: Bool)
    /// A response was delivered as a good one; later responses are further pages of it.
    case answered
  }

  /// Creates a watch for one call.
  package init() {}

  /// Whether the call can be repeated; nil if nothing was refused.
  package var isRepeatable: Bool? {
    state.withLock { if case .refused(let isRepeatable) = $0 { isRepeatable } else { nil } }
  }

  /// Checks a response.
  ///
  /// - Parameters:
  ///   - head: the response header.
  ///   - isRepeatable: whether the request can be sent twice.
  /// - Returns: whether it is delivered.
  func passes(_ head: ResponseHead, isRepeatable: Bool) -> Bool {
    state.withLock { state in
      guard case .watching = state else { return true }
      if head.status == 401 {
        state = .refused(isRepeatable: isRepeatable)
        return !isRepeatable
      }
      if (200..<300).contains(head.status) { state = .answered }
      return true
    }
  }
}
