import Synchronization

/// The reading of one response, which begins with its first use.
final class StreamReading: Sendable {
  private struct State {
    var begun: (feed: CallFeed, task: CallTask<Response>)?
    /// The format in which the body arrives, once it is known; nil for its own bytes.
    var format: String??
    /// The head, once it has arrived, in a response without a body.
    var response: Response?
    /// The parts that were read while waiting for the head.
    var early: [CallFeed.Part] = []
    /// How the response ended; nil before its end.
    var ending: Result<Response, RequestError>?
  }

  typealias Beginning =
    @Sendable (_ format: String?) -> (feed: CallFeed, task: CallTask<Response>)

  private let begin: Beginning
  private let state = Mutex(State())

  init(_ begin: @escaping Beginning) { self.begin = begin }

  deinit { cancel() }

  func cancel() { state.withLock { $0.begun?.task }?.cancel() }

  nonisolated(nonsending) func head() async throws(RequestError) -> HTTPResponse {
    while true {
      if let response = state.withLock({ $0.response }) { return response.head }
      guard let part = await part() else {
        try ended()
        throw .cancelled
      }
      switch part {
      case .head: break
      case .end(.failure(let error)):
        state.withLock { $0.early.append(part) }
        throw error
      default: state.withLock { $0.early.append(part) }
      }
    }
  }

  /// Chooses the format of the body, unless the call has begun.
  func choose(_ format: String) {
    state.withLock { if $0.format == nil { $0.format = .some(format) } }
  }

  nonisolated(nonsending) func next(format: String?) async throws(RequestError) -> [UInt8]? {
    while true {
      let (early, chosen) = state.withLock { state in
        let chosen = state.format ?? format
        state.format = .some(chosen)
        return (state.early.isEmpty ? nil : state.early.removeFirst(), chosen)
      }
      guard chosen == format else {
        throw .other([
          Diagnostic(
            "the body of this stream is read in pieces and as values",
            hint: "call values(_:using:) before anything of the response is read")
        ])
      }
      let next: CallFeed.Part?
      if let early { next = early } else { next = await part() }
      switch next {
      case .bytes(let bytes): return bytes
      case .end(.failure(let error)): throw error
      case .end(.success): return nil
      case nil:
        try ended()
        return nil
      case .head, .progress: break
      }
    }
  }

  /// Checks that the response has ended well, where nothing more of it comes.
  private func ended() throws(RequestError) {
    switch state.withLock({ $0.ending }) {
    case .success: return
    case .failure(let error): throw error
    case nil:
      throw .other([
        Diagnostic(
          "two tasks read this stream at the same time",
          hint: "read it in one task, and the head before the body or after it")
      ])
    }
  }

  nonisolated(nonsending) func response(
    holding body: [UInt8]
  ) async throws(RequestError) -> Response {
    _ = try await head()
    guard let response = state.withLock({ $0.response }) else { throw .cancelled }
    return response.holding(body)
  }

  /// Waits for the next part; the task that waits cancels the call if it is cancelled.
  nonisolated(nonsending) private func part() async -> CallFeed.Part? {
    let (feed, task) = state.withLock { state in
      let format = state.format ?? nil
      state.format = .some(format)
      let begun = state.begun ?? begin(format)
      state.begun = begun
      return begun
    }
    let part = await withTaskCancellationHandler {
      await feed.next()
    } onCancel: {
      task.cancel()
    }
    switch part {
    case .head(let response): state.withLock { $0.response = response }
    case .end(let ending): state.withLock { $0.ending = ending }
    default: break
    }
    return part
  }
}
