import APICallContracts
import APICallText

/// Where the time of an exchange went; each time is from its beginning.
///
/// A point that was not reached is nil, such as TLS in plain HTTP, or the connection if an open one
/// was used.
public struct Timings: Sendable, Hashable {
  /// The host name was resolved.
  public let nameLookup: Duration?
  /// The connection was established.
  public let connect: Duration?
  /// TLS was established.
  public let tls: Duration?
  /// The first byte of the response arrived.
  public let firstByte: Duration?
  /// The exchange ended.
  public let total: Duration?

  init(_ timings: ExchangeTimings) {
    nameLookup = timings.nameLookup
    connect = timings.connect
    tls = timings.tls
    firstByte = timings.firstByte
    total = timings.total
  }
}

/// An exchange that another one followed.
public struct Hop: Sendable, Hashable {
  /// The status of its response.
  public let status: HTTPResponse.Status
  /// The URL of its request, with secrets masked.
  public let url: String
}

/// The bytes of bodies that have moved, counted on the wire: before content codings are decoded.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes of the request body that were sent.
  public let sent: Int64
  /// The length of the request body; nil if it is not known, or there is none.
  public let toSend: Int64?
  /// The bytes of the response body that were received.
  public let received: Int64
  /// The length of the response body; nil if it is not known, or there is none.
  public let toReceive: Int64?

  /// Creates a progress.
  public init(sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }

  init(_ progress: ExchangeProgress) {
    self.init(
      sent: progress.sent, toSend: progress.toSend, received: progress.received,
      toReceive: progress.toReceive)
  }
}
