/// How far one exchange has come: octets of bodies, as they go over the wire.
package struct TransferProgress: Sendable, Hashable {
  /// The octets of the request's body that have gone out.
  package var sent: Int64
  /// The octets that the request's body has; nil where nobody knows, or there are none.
  package var toSend: Int64?
  /// The octets of the answer's body that have come, before a content coding is undone.
  package var received: Int64
  /// The octets that the answer's body has; nil where nobody knows, or there are none.
  package var toReceive: Int64?

  /// Creates a state.
  package init(
    sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil
  ) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }

  /// The same, with what exchanges before this one have moved counted in.
  ///
  /// A length is what a server says, so sums stay at the greatest number that there is.
  ///
  /// - Parameter before: what they have moved.
  /// - Returns: the state of all of them.
  package func following(_ before: TransferProgress) -> TransferProgress {
    TransferProgress(
      sent: Self.sum(before.sent, sent), toSend: toSend.map { Self.sum(before.sent, $0) },
      received: Self.sum(before.received, received),
      toReceive: toReceive.map { Self.sum(before.received, $0) })
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
