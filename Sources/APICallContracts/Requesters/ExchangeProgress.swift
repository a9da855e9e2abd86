/// The progress of an exchange: bytes of bodies, as they are transferred.
package struct ExchangeProgress: Sendable, Hashable {
  /// The number of bytes of the request body that were sent.
  package var sent: Int64
  /// The length of the request body in bytes; nil if it is not known, or there is no body.
  package var toSend: Int64?
  /// The number of bytes of the response body that were received, before a content coding is
  /// decoded.
  package var received: Int64
  /// The length of the response body in bytes; nil if it is not known, or there is no body.
  package var toReceive: Int64?

  package init(
    sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil
  ) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }

  /// A length comes from the server, so sums are limited to the greatest number.
  package func following(_ before: ExchangeProgress) -> ExchangeProgress {
    ExchangeProgress(
      sent: Self.sum(before.sent, sent), toSend: toSend.map { Self.sum(before.sent, $0) },
      received: Self.sum(before.received, received),
      toReceive: toReceive.map { Self.sum(before.received, $0) })
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

/// The other end of a connection: the server, or the proxy in front of it.
package struct Peer: Sendable, Hashable {
  /// The IP address, such as `192.0.2.1` or `2001:db8::1`, or the path of a Unix socket.
  package var address: String
  /// The TCP port; 0 for a Unix socket.
  package var port: Int
  /// Whether the connection was made for an earlier exchange.
  package var isReused: Bool

  package init(address: String, port: Int, isReused: Bool = false) {
    self.address = address
    self.port = port
    self.isReused = isReused
  }
}
