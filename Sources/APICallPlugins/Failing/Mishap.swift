package import APICallBase
import APICallHTTP
import APICallSpec

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

  /// The names of the ways, in the order in which messages list them.
  package static let names = [
    "dns", "connect", "tls", "timeout", "reset", "truncated", "garbage", "status", "slow",
    "redirect",
  ]

  /// How long a slow answer takes unless somebody says.
  private static let usualSlowness = Duration.seconds(3)

  /// Reads `dns`, `status=503` or `status=503,times=2`.
  ///
  /// - Parameter option: what stands behind `--fail`.
  /// - Throws: a ``Failure`` with exit status 64.
  package init(option: String) throws(Failure) {
    var way: Way?
    var times: Int?
    for part in option.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "=" }
      let value = name.count == part.count ? nil : String(part.dropFirst(name.count + 1))
      if name == "times" {
        times = try Self.times(value)
      } else if let way {
        throw Failure(
          .usage, "--fail: '\(part)' is a second way to fail beside \(way)",
          hint: "give one of them; 'times=2' may stand behind it")
      } else {
        way = try Self.way(String(name), value)
      }
    }
    guard let way else {
      throw Failure(
        .usage, "--fail: '\(option)' does not say how", hint: "write --fail status=503,times=2")
    }
    self.init(way, times: times)
  }

  /// What is wrong where nobody says how to fail.
  static var untold: Failure {
    Failure(
      .usage, "the requester 'failing' is not told how to fail",
      hint: "write --fail HOW, which is one of \(names.joined(separator: ", "))")
  }

  private static func way(_ name: String, _ value: String?) throws(Failure) -> Way {
    switch (name, value) {
    case ("dns", nil): return .unknownHost
    case ("connect", nil): return .noConnection
    case ("tls", nil): return .noTLS
    case ("timeout", nil): return .timeout(isConnecting: false)
    case ("timeout", "connect"): return .timeout(isConnecting: true)
    case ("reset", nil): return .reset
    case ("truncated", nil): return .truncated
    case ("garbage", nil): return .garbage
    case ("redirect", nil): return .redirect
    case ("status", nil): return .status(500)
    case ("slow", nil): return .slow(usualSlowness)
    case ("status", let value?):
      guard let status = Int(value), (200...599).contains(status) else {
        throw Failure(
          .usage, "--fail: '\(value)' is not the status of an answer",
          hint: "write a number from 200 to 599, as in --fail status=503")
      }
      return .status(status)
    case ("slow", let value?):
      guard let duration = Duration(written: value) else {
        throw Failure(
          .usage, "--fail: '\(value)' is not a length of time",
          hint: "write a number and a unit, as in --fail slow=10s")
      }
      return .slow(duration)
    case ("timeout", let value?):
      throw Failure(
        .usage, "--fail: there is no timeout '\(value)'",
        hint: "write 'timeout', or 'timeout=connect' for one before the connection stands")
    case (_, let value?) where names.contains(name):
      throw Failure(
        .usage, "--fail: '\(name)' takes no '=\(value)'", hint: "write --fail \(name)")
    default:
      throw Failure(
        .usage, "--fail: there is no way '\(name)' to fail",
        hint: Int(name) == nil
          ? Nearest.hint(for: name, among: names, noun: "ways") : "did you mean 'status=\(name)'?")
    }
  }

  private static func times(_ value: String?) throws(Failure) -> Int {
    guard let value, let times = Int(value), (1...1_000_000).contains(times) else {
      throw Failure(
        .usage, "--fail: '\(value ?? "times")' is not a number of times",
        hint: "write a whole number from 1 on, as in --fail status=503,times=2")
    }
    return times
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

extension Mishap.Way: CustomStringConvertible {
  /// The way as it is written.
  package var description: String {
    switch self {
    case .unknownHost: "dns"
    case .noConnection: "connect"
    case .noTLS: "tls"
    case .timeout(let isConnecting): isConnecting ? "timeout=connect" : "timeout"
    case .reset: "reset"
    case .truncated: "truncated"
    case .garbage: "garbage"
    case .status(let status): "status=\(status)"
    case .slow(let duration): "slow=\(duration.written)"
    case .redirect: "redirect"
    }
  }
}
