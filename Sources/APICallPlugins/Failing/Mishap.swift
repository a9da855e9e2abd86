import APICallHTTP

/// How calls are to fail, for those who test what they do about it.
package struct Mishap: Sendable, Hashable {
  /// What goes wrong.
  package enum Way: Sendable, Hashable {
    /// The host's name has no address.
    case unknownHost
    /// The connection is refused.
    case noConnection
    /// The server's certificate is not to be trusted.
    case noTLS
    /// A time limit passes: until the connection stands, or else in the silence after that. Nobody
    /// waits for it.
    case timeout(isConnecting: Bool)
    /// The connection is reset before the answer begins.
    case reset
    /// The connection closes in the middle of the answer's body.
    case truncated
    /// What comes is not HTTP.
    case garbage
    /// The answer has this status, from 200 to 599.
    case status(Int)
    /// A good answer takes so long.
    case slow(Duration)
    /// The answer leads to where it came from.
    case redirect
  }

  /// What goes wrong.
  package var way: Way
  /// How often, before the examples answer; nil for always.
  package var times: Int?

  package init(_ way: Way, times: Int? = nil) {
    self.way = way
    self.times = times
  }
}

extension Mishap.Way {
  /// How the exchange ends before the request has gone out; nil where it goes out.
  func errorBeforeSending(_ request: Request) -> RequestError? {
    let origin = request.url.origin
    switch self {
    case .unknownHost:
      return .transport(
        TransportFailure(.hostNotFound, origin: origin, reason: "no address for this name"))
    case .noConnection:
      return .transport(
        TransportFailure(.cannotConnect, origin: origin, reason: "connection refused"))
    case .noTLS:
      return .transport(
        TransportFailure(.tls, origin: origin, reason: "the certificate has expired"))
    case .timeout(isConnecting: true):
      return .timedOut(request.limits.first(.connecting(after: request.limits.connect)))
    case .timeout, .reset, .truncated, .garbage, .status, .slow, .redirect: return nil
    }
  }

  /// How the exchange ends where the request has gone out and no answer comes; nil where one does.
  func errorInPlaceOfAnswer(to request: Request) -> RequestError? {
    let origin = request.url.origin
    switch self {
    case .timeout: return .timedOut(request.limits.first(.idle(after: request.limits.idle)))
    case .reset:
      return .transport(
        TransportFailure(.truncated, origin: origin, reason: "connection reset by peer"))
    case .garbage:
      return .transport(
        TransportFailure(.protocolViolation, origin: origin, reason: "the answer is not HTTP"))
    case .unknownHost, .noConnection, .noTLS, .truncated, .status, .slow, .redirect: return nil
    }
  }
}

extension TimeLimits {
  /// The limit that passes first when nothing happens: that of a step, or that on the whole.
  fileprivate func first(_ step: TimedOutPhase) -> TimedOutPhase {
    guard let total else { return step }
    switch step {
    case .connecting(let limit), .idle(let limit), .total(let limit):
      return total <= limit ? .total(after: total) : step
    }
  }
}
