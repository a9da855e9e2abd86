import APICallCurl
import Synchronization

/// A response on its way from the client's loop to one reader, in order.
///
/// The loop never waits for the reader: what has arrived is kept, and the transfer pauses while that
/// is more than the limit.
final class CallFeed: Sendable {
  enum Part: Sendable {
    /// A response without its body.
    case head(Response)
    case bytes([UInt8])
    case progress(TransferProgress)
    case end(Result<Response, RequestError>)
  }

  private struct State {
    var parts: [Part] = []
    /// The number of bytes in `parts`.
    var count = 0
    /// The head that is shown unless another exchange follows.
    var expected: Response?
    var reader: CheckedContinuation<Part?, Never>?
    var hasEnded = false
  }

  /// The number of bytes from which on the transfer pauses.
  private static let limit = 1 << 20

  /// The format in which bodies arrive; nil for their own bytes.
  let format: String?
  let wantsProgress: Bool
  private let loop: CurlLoop
  private let state = Mutex(State())

  init(on loop: CurlLoop, format: String? = nil, wantsProgress: Bool = false) {
    self.loop = loop
    self.format = format
    self.wantsProgress = wantsProgress
  }

  // MARK: On the loop

  var isFull: Bool { state.withLock { $0.count >= Self.limit } }

  /// Keeps a head until it is known whether it is that of the last response.
  func expect(_ head: Response?) { state.withLock { $0.expected = head } }

  func showHead() {
    if let head = state.withLock({ $0.expected.take() }) { post(.head(head)) }
  }

  func write(_ bytes: [UInt8]) {
    showHead()
    post(.bytes(bytes))
  }

  func moved(_ progress: TransferProgress) {
    if wantsProgress { post(.progress(progress)) }
  }

  func end(_ result: Result<Response, RequestError>) {
    if case .success = result { showHead() }
    post(.end(result))
  }

  private func post(_ part: Part) {
    let reader = state.withLock { state -> CheckedContinuation<Part?, Never>? in
      guard !state.hasEnded else { return nil }
      if case .end = part { state.hasEnded = true }
      if let reader = state.reader.take() { return reader }
      // Only the latest progress is of use to a reader that is behind.
      if case .progress = part, case .progress = state.parts.last { state.parts.removeLast() }
      state.parts.append(part)
      if case .bytes(let bytes) = part { state.count += bytes.count }
      return nil
    }
    reader?.resume(returning: part)
  }

  // MARK: For the reader

  /// Waits for the next part; nil after the end.
  ///
  /// There is one reader, which ends early by cancelling the call.
  nonisolated(nonsending) func next() async -> Part? {
    await withCheckedContinuation { continuation in
      var other: CheckedContinuation<Part?, Never>?
      let (part, isEmptied, waits) = state.withLock { state -> (Part?, Bool, Bool) in
        guard let part = state.parts.first else {
          if state.hasEnded { return (nil, false, false) }
          other = state.reader
          state.reader = continuation
          return (nil, false, true)
        }
        state.parts.removeFirst()
        let wasFull = state.count >= Self.limit
        if case .bytes(let bytes) = part { state.count -= bytes.count }
        return (part, wasFull && state.count < Self.limit, false)
      }
      // A second reader at the same time takes the place of the first.
      other?.resume(returning: nil)
      if isEmptied { loop.later {} }
      if !waits { continuation.resume(returning: part) }
    }
  }
}
