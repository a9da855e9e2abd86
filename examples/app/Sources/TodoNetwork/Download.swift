import APICall

/// Collects a response in pieces, and reports its progress.
actor Download: CallDelegate {
  private let progress: @Sendable (_ received: Int, _ total: Int?) async -> Void
  private var bytes: [UInt8] = []
  private var ended: Result<Response, RequestError>?
  private var waiting: CheckedContinuation<Result<Response, RequestError>, Never>?

  init(_ progress: @escaping @Sendable (_ received: Int, _ total: Int?) async -> Void) {
    self.progress = progress
  }

  /// What was received.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The result, once the call has ended.
  var result: Result<Response, RequestError> {
    get async {
      if let ended { return ended }
      return await withCheckedContinuation { waiting = $0 }
    }
  }

  func call(_ id: CallID, received bytes: [UInt8]) async { self.bytes += bytes }

  func call(_ id: CallID, moved progress: TransferProgress) async {
    await self.progress(Int(progress.received), progress.toReceive.map { Int($0) })
  }

  func call(_ id: CallID, ended result: Result<Response, RequestError>) async {
    ended = result
    waiting?.resume(returning: result)
    waiting = nil
  }
}
