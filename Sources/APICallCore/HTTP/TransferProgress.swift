/// How far one exchange has come: octets of bodies, as they go over the wire.
public struct TransferProgress: Sendable, Hashable {
  /// The octets of the request's body that have gone out.
  public var sent: Int64
  /// The octets that the request's body has; nil where nobody knows.
  public var toSend: Int64?
  /// The octets of the answer's body that have come, before a content coding is undone.
  public var received: Int64
  /// The octets that the answer's body has; nil where nobody knows.
  public var toReceive: Int64?

  /// Creates a state.
  public init(
    sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil
  ) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }
}
