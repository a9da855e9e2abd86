package import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallLanguage
import APICallSafety

/// A failure of calls, for tests of error handling.
package struct FailureMode: Sendable, Hashable {
  /// The kinds of failures.
  package enum Way: Sendable, Hashable {
    case unknownHost
    case noConnection
    case noTLS
    /// A time limit passes, either while connecting or later in silence. apicall does not actually
    /// wait for it.
    case timeout(isConnecting: Bool)
    /// The connection is reset before the response begins.
    case reset
    /// The connection closes within the body of the response.
    case truncated
    case garbage
    /// The response has this status, from 200 to 599.
    case status(Int)
    /// A successful response takes this long.
    case slow(Duration)
    /// The response redirects to the request's own URL.
    case redirect
  }

  package var way: Way
  /// The number of failures before the examples are returned; nil for always.
  package var times: Int?

  package init(_ way: Way, times: Int? = nil) {
    self.way = way
    self.times = times
  }

  /// What each name means without a value, in the order of messages.
  fileprivate static let meanings: [(name: String, way: Way)] = [
    ("dns", .unknownHost), ("connect", .noConnection), ("tls", .noTLS),
    ("timeout", .timeout(isConnecting: false)), ("reset", .reset), ("truncated", .truncated),
    ("garbage", .garbage), ("status", .status(500)), ("slow", .slow(.seconds(3))),
    ("redirect", .redirect),
  ]

  package static let names = meanings.map(\.name)

  /// Reads `dns`, `status=503` or `status=503,times=2`.
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
          .usage, "--fail: '\(part)' cannot be combined with '\(way)'",
          hint: "write one of them, optionally with ',times=2'")
      } else {
        way = try Self.way(String(name), value)
      }
    }
    guard let way else {
      throw Failure(
        .usage, "--fail: '\(option)' does not name a failure",
        hint: "write --fail status=503,times=2")
    }
    self.init(way, times: times)
  }

  static var missingOption: Failure {
    Failure(
      .usage, "the requester 'failing' needs --fail",
      hint: "write --fail HOW, where HOW is one of \(names.joined(separator: ", "))")
  }

  private static func way(_ name: String, _ value: String?) throws(Failure) -> Way {
    if value == nil, let meaning = meanings.first(where: { $0.name == name }) {
      return meaning.way
    }
    switch (name, value) {
    case ("timeout", "connect"): return .timeout(isConnecting: true)
    case ("status", let value?):
      guard let status = Int(value), (200...599).contains(status) else {
        throw Failure(
          .usage, "--fail: '\(value)' is not a response status",
          hint: "write a number from 200 to 599, as in --fail status=503")
      }
      return .status(status)
    case ("slow", let value?):
      guard let duration = Duration(written: value) else {
        throw Failure(
          .usage, "--fail: '\(value)' is not a duration",
          hint: "write a number and a unit, as in --fail slow=10s")
      }
      return .slow(duration)
    case ("timeout", let value?):
      throw Failure(
        .usage, "--fail: '\(value)' is not a timeout",
        hint: "write 'timeout', or 'timeout=connect' for a timeout while connecting")
    case (_, let value?) where names.contains(name):
      throw Failure(
        .usage, "--fail: '\(name)' does not take '=\(value)'", hint: "write --fail \(name)")
    default:
      throw Failure(
        .usage, "--fail: '\(name)' is not a failure",
        hint: name.contains("://")
          ? "leave --fail out: a 4xx or 5xx status is an error without it"
          : Int(name) == nil
            ? Nearest.hint(for: name, among: names, noun: "failures")
            : "did you mean 'status=\(name)'?")
    }
  }

  private static func times(_ value: String?) throws(Failure) -> Int {
    guard let value, let times = Int(value), (1...1_000_000).contains(times) else {
      throw Failure(
        .usage, "--fail: '\(value ?? "times")' is not a number of times",
        hint: "write a whole number from 1, as in --fail status=503,times=2")
    }
    return times
  }
}

extension FailureMode.Way {
  /// The error before the request is sent; nil if it is sent.
  package func errorBeforeSending(_ request: OutgoingRequest) -> ExchangeError? {
    switch self {
    case .unknownHost: .failed(request, .hostNotFound, "no address for this name")
    case .noConnection: .failed(request, .cannotConnect, "connection refused")
    case .noTLS: .failed(request, .tls, "the certificate has expired")
    case .timeout(isConnecting: true):
      .timedOut(request.limits.first(.connecting(after: request.limits.connect)))
    case .timeout, .reset, .truncated, .garbage, .status, .slow, .redirect: nil
    }
  }

  /// The error after the request is sent; nil if there is a response.
  package func errorInPlaceOfResponse(to request: OutgoingRequest) -> ExchangeError? {
    switch self {
    case .timeout: .timedOut(request.limits.first(.idle(after: request.limits.idle)))
    case .reset: .failed(request, .truncated, "connection reset by peer")
    case .garbage: .failed(request, .protocolViolation, "the response is not HTTP")
    case .unknownHost, .noConnection, .noTLS, .truncated, .status, .slow, .redirect: nil
    }
  }
}

extension ExchangeError {
  static func failed(
    _ request: OutgoingRequest, _ kind: ConnectionFailure.Kind, _ reason: String
  ) -> ExchangeError {
    .transport(ConnectionFailure(kind, origin: request.url.origin, reason: reason))
  }
}

extension TimeLimits {
  /// The limit that passes first in silence: the one of a step, or the one on the whole request.
  fileprivate func first(_ step: ExchangeTimeout) -> ExchangeTimeout {
    guard let total else { return step }
    switch step {
    case .connecting(let limit), .idle(let limit), .total(let limit):
      return total <= limit ? .total(after: total) : step
    }
  }
}

extension FailureMode.Way: CustomStringConvertible {
  package var description: String {
    switch self {
    case .timeout(isConnecting: true): "timeout=connect"
    case .status(let status): "status=\(status)"
    case .slow(let duration): "slow=\(duration.written)"
    default: FailureMode.meanings.first { $0.way == self }?.name ?? ""
    }
  }
}
