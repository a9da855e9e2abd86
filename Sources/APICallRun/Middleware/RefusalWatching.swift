import APICallBase
import APICallHTTP
import Synchronization

/// Notices that a server does not take what a call got of another one, and that an earlier run had
/// kept: its response has the status 401 (RFC 9110, section 15.5.2).
///
/// Such a response is handed on to nobody, and tried again by nobody: who sends the call finds it in the
/// watch, and makes the call anew. One whose request cannot be sent twice is handed on all the same.
/// What comes from elsewhere than the call's own origin says nothing of its login.
struct RefusalWatching: Middleware {
  private let watch: RefusalWatch
  private let origin: Origin

  /// Creates it for the requests of one call.
  ///
  /// - Parameters:
  ///   - watch: what is told of a refusal.
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
      // What came of the rest of a response that is not wanted is of no interest.
      if gate.refused == nil || error == .cancelled { throw error }
    }
    guard let head = gate.refused else { return }
    receiver.note(page: head)
    throw .invalidResponse(Response(head: head, body: []))
  }
}

/// Whether the server of one call has refused what was kept for it.
package final class RefusalWatch: Sendable {
  private let state = Mutex(State.watching)

  private enum State {
    case watching
    /// It was refused, and the call can be made anew or cannot.
    case refused(isRepeatable: Bool)
    /// A response came that was handed on as a good one: what comes behind is another page of it.
    case answered
  }

  /// Creates a watch over one call.
  package init() {}

  /// Whether the call can be made anew; nil if nothing was refused.
  package var isRepeatable: Bool? {
    state.withLock { if case .refused(let isRepeatable) = $0 { isRepeatable } else { nil } }
  }

  /// Judges a response.
  ///
  /// - Parameters:
  ///   - head: its head.
  ///   - isRepeatable: whether the request can be sent twice.
  /// - Returns: whether it is handed on.
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
