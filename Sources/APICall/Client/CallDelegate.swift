/// Hears of one call: its head, its body while it arrives, its progress and its end.
///
/// All methods are optional. They are called one after the other, in this order, and each is
/// awaited: while one takes its time, the transfer waits. A class of the main actor is called there;
/// any other one on Swift's shared threads. The client does not keep the delegate alive; a call
/// whose delegate is gone goes on.
public protocol CallDelegate: AnyObject, Sendable {
  /// The head of the response arrived; its status is one that the endpoint expects.
  ///
  /// - Parameters:
  ///   - id: the number of the call.
  ///   - head: the status and the header fields.
  func call(_ id: CallID, received head: HTTPResponse) async

  /// A piece of the body arrived.
  ///
  /// - Parameters:
  ///   - id: the number of the call.
  ///   - bytes: the piece, never empty, with content codings decoded.
  func call(_ id: CallID, received bytes: [UInt8]) async

  /// Bytes were sent or received.
  ///
  /// - Parameters:
  ///   - id: the number of the call.
  ///   - progress: the bytes so far.
  func call(_ id: CallID, moved progress: TransferProgress) async

  /// The call has ended; nothing follows.
  ///
  /// - Parameters:
  ///   - id: the number of the call.
  ///   - result: the response, without the body that was received in pieces, or the error.
  func call(_ id: CallID, ended result: Result<Response, RequestError>) async
}

extension CallDelegate {
  /// Does nothing.
  public func call(_ id: CallID, received head: HTTPResponse) async {}
  /// Does nothing.
  public func call(_ id: CallID, received bytes: [UInt8]) async {}
  /// Does nothing.
  public func call(_ id: CallID, moved progress: TransferProgress) async {}
  /// Does nothing.
  public func call(_ id: CallID, ended result: Result<Response, RequestError>) async {}
}

/// Reads a feed for a delegate.
final class DelegateReader: @unchecked Sendable {
  /// The call whose delegate runs; nil in other code.
  @TaskLocal static var current: CallID?

  private let id: CallID
  // Set once, before any other thread knows it.
  private weak let delegate: (any CallDelegate)?

  init(_ id: CallID, for delegate: any CallDelegate) {
    self.id = id
    self.delegate = delegate
  }

  func read(_ feed: CallFeed) async {
    await Self.$current.withValue(id) { await pass(feed) }
  }

  private func pass(_ feed: CallFeed) async {
    while let part = await feed.next() {
      guard let delegate else { continue }
      switch part {
      case .head(let response): await delegate.call(id, received: response.head)
      case .bytes(let bytes): await delegate.call(id, received: bytes)
      case .progress(let progress): await delegate.call(id, moved: progress)
      case .end(let result): await delegate.call(id, ended: result)
      }
    }
  }
}
