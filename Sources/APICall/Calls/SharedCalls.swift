import APICallCurl
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import Synchronization

/// The calls in progress whose response others with the same request and inputs wait for.
final class SharedCalls: Sendable {
  private typealias Waiter = CheckedContinuation<Result<Response, RequestError>, Never>

  /// What makes two calls one.
  private struct Key: Hashable {
    let endpoint: ObjectIdentifier
    let request: OutgoingRequest
    /// The values of the inputs: what is expected may depend on them.
    let inputs: [ProtectedText?]
  }

  /// A call in progress; used under the lock only.
  private final class Entry {
    var task: CallTask<Response>?
    var waiters: [Int: Waiter] = [:]

    nonisolated var id: ObjectIdentifier { ObjectIdentifier(self) }
  }

  private struct State {
    var calls: [Key: Entry] = [:]
    var lastWaiter = 0
  }

  private let state = Mutex(State())

  private static func text(of binding: Scope.Binding) -> ProtectedText? {
    binding.value.map {
      ProtectedText(bytes: $0.jsonText, isSecret: binding.provenance.secrecy.isMasked)
    }
  }

  nonisolated(nonsending) func response(
    to call: Call, given inputs: Scope, on loop: CurlLoop, _ send: @escaping CallWork<Response>
  ) async throws(RequestError) -> Response {
    let key = Key(
      endpoint: ObjectIdentifier(call.endpoint), request: call.request,
      inputs: call.endpoint.inputs.map { inputs[$0.name].flatMap(Self.text(of:)) })
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        state.withLock { state in
          let shared = state.calls[key] ?? Entry()
          state.calls[key] = shared
          shared.waiters[number] = waiter
          guard shared.task == nil else { return }
          let id = shared.id
          shared.task = loop.start {
            let result = await send()
            self.end(id, of: key, with: result)
            return result
          }
        }
        // The handler may have run before there was something to leave.
        if Task.isCancelled { leave(key, number) }
      }
    } onCancel: {
      leave(key, number)
    }
    return try result.get()
  }

  private func end(
    _ id: ObjectIdentifier, of key: Key, with result: Result<Response, RequestError>
  ) {
    let waiters = state.withLock { state -> [Waiter] in
      guard let shared = state.calls[key], shared.id == id else { return [] }
      state.calls[key] = nil
      return Array(shared.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: result) }
  }

  /// Ends the waiting of one; the last one cancels the call.
  private func leave(_ key: Key, _ number: Int) {
    let (waiter, task) = state.withLock { state -> (Waiter?, CallTask<Response>?) in
      guard let shared = state.calls[key],
        let waiter = shared.waiters.removeValue(forKey: number)
      else { return (nil, nil) }
      guard shared.waiters.isEmpty else { return (waiter, nil) }
      state.calls[key] = nil
      return (waiter, shared.task)
    }
    task?.cancel()
    waiter?.resume(returning: .failure(.cancelled))
  }
}
