package import JSONText

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

/// Where the time of one exchange went, each from its beginning.
///
/// A point that an exchange never came to is nil: there is no TLS over plain HTTP, and no name to
/// look up on a connection that was kept.
package struct Timings: Sendable, Hashable {
  /// The host's name was looked up (CURLINFO_NAMELOOKUP_TIME_T).
  package var nameLookup: Duration?
  /// The connection stood (CURLINFO_CONNECT_TIME_T).
  package var connect: Duration?
  /// TLS stood (CURLINFO_APPCONNECT_TIME_T).
  package var tls: Duration?
  /// The first octet of the answer came, an interim one included.
  package var firstOctet: Duration?
  /// The exchange was over (CURLINFO_TOTAL_TIME_T).
  package var total: Duration?

  /// Creates timings of which nothing is known.
  package init() {}

  /// The times in milliseconds; null for points that were never come to.
  package var json: BuiltJSON {
    .map([
      ("name_lookup", BuiltJSON(milliseconds: nameLookup)),
      ("connect", BuiltJSON(milliseconds: connect)), ("tls", BuiltJSON(milliseconds: tls)),
      ("first_octet", BuiltJSON(milliseconds: firstOctet)),
      ("total", BuiltJSON(milliseconds: total)),
    ])
  }
}

/// Who is at the other end of a connection: the server, or the proxy in front of it.
package struct Peer: Sendable, Hashable {
  /// The IP address, such as `192.0.2.1` or `2001:db8::1`; the path of a socket of the machine.
  package var address: String
  /// The TCP port; 0 for a socket of the machine.
  package var port: Int

  /// Creates a peer.
  ///
  /// - Parameters:
  ///   - address: the IP address.
  ///   - port: the TCP port.
  package init(address: String, port: Int) {
    self.address = address
    self.port = port
  }
}
