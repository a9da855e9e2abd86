import APICallHTTP

/// Takes a response from a requester: the head once, then the body in pieces.
public struct ResponseReceiver: Sendable {
  let lease: ReceiverLease

  init(_ lease: ReceiverLease) { self.lease = lease }

  /// Takes the head of the final response, before the body.
  ///
  /// - Parameter head: the status and the header fields.
  /// - Returns: whether the body is wanted; if not, the requester returns without an error.
  @discardableResult
  public func receive(_ head: HTTPResponse) async -> Demand {
    await lease.receive(ResponseHead(head))
  }

  /// Takes the next piece of the body; waits as long as its reader has no room.
  ///
  /// - Parameter bytes: the piece, with content codings decoded.
  /// - Returns: whether more is wanted; if not, the requester returns without an error.
  @discardableResult
  public func receive(_ bytes: [UInt8]) async -> Demand {
    bytes.isEmpty ? .more : await lease.receive(bytes)
  }

  /// Takes the progress of the exchange.
  ///
  /// - Parameter progress: the bytes so far.
  public func receive(_ progress: TransferProgress) async { await lease.receive(progress) }

  /// Whether a receiver wants more.
  public enum Demand: Sendable {
    /// Go on.
    case more
    /// Stop here; this is not an error.
    case stop
  }
}
