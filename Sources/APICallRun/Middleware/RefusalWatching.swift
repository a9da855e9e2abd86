import APICallContracts
import APICallHTTP
import APICallModel
import APICallSafety
import Synchronization

/// Detects that a server refuses outputs that it accepted before, by the status of the response:
/// 401 (RFC 9110, section 15.5.2), or those that the file names.
///
/// These are outputs of another call. The response is neither delivered nor retried: the caller
/// finds the refusal in the watch, and makes the call again. A response whose request cannot be
/// sent twice is still delivered. Responses from other origins than the call's own are ignored.
struct RefusalWatching: ExchangeMiddleware {
  let watch: RefusalWatch
  let origin: Origin
  let expected: StatusExpectation

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    guard request.isOwn(at: origin) else {
      return try await next.send(request, to: receiver)
    }
    let isRepeatable = request.body?.isRepeatable ?? true
    let gate = HeadGate(before: receiver) { [watch, expected] head in
      expected.accepts(head.status) && !(200..<300).contains(head.status)
        || watch.passes(head, isRepeatable: isRepeatable)
    }
    do throws(ExchangeError) {
      try await next.send(request, to: gate)
    } catch {
      // What happens in the rest of an unwanted response does not matter.
      if gate.refused == nil || error == .cancelled { throw error }
    }
    guard let head = gate.refused else { return }
    receiver.note(page: head)
    throw .invalidResponse(ReceivedResponse(head: head, body: []))
  }
}

/// Records whether the server of one call has refused outputs of other calls.
package final class RefusalWatch: Sendable {
  private let state = Mutex(State.watching(nil))
  /// Whether a status is a refusal of outputs that can be renewed.
  private let refuses: @Sendable (Int) -> Bool
  /// What happens when a response is delivered as a good one.
  private let accepting: @Sendable () -> Void

  private enum State {
    /// Nothing was refused; with the last status that is neither a refusal nor a success.
    case watching(Int?)
    /// It was refused with a status; the call may be repeatable or not.
    case refused(Int, isRepeatable: Bool)
    /// A response was delivered as a good one; later responses are further pages of it.
    case answered
  }

  package init(
    _ refuses: @escaping @Sendable (Int) -> Bool, accepting: @escaping @Sendable () -> Void
  ) {
    self.refuses = refuses
    self.accepting = accepting
  }

  /// The status of the refusal, and whether the call can be repeated; nil if nothing was refused.
  package var refusal: (status: Int, isRepeatable: Bool)? {
    state.withLock {
      if case .refused(let status, let isRepeatable) = $0 { (status, isRepeatable) } else { nil }
    }
  }

  /// Whether the server did not allow the call, with a status that is not a refusal here.
  package var isForbidden: Bool {
    state.withLock { if case .watching(let status) = $0 { status == 403 } else { false } }
  }

  /// Returns whether it is delivered.
  func passes(_ head: ResponseHead, isRepeatable: Bool) -> Bool {
    state.withLock { state in
      guard case .watching = state else { return true }
      if (200..<300).contains(head.status) {
        state = .answered
        accepting()
      } else if refuses(head.status) {
        state = .refused(head.status, isRepeatable: isRepeatable)
        return !isRepeatable
      } else {
        state = .watching(head.status)
      }
      return true
    }
  }
}
