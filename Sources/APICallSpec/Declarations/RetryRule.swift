import APICallBase
package import APICallHTTP
package import YAMLTree

/// When a request is sent again, and how often: `retry:`.
package struct RetryRule: Sendable {
  /// How often it is sent again at most.
  package static let mostTimes = 100
  /// The longest pause that backing off leads to, and the longest that a server may ask for.
  package static let longestPause = Duration.seconds(60)
  /// The greatest factor by which a pause grows.
  package static let mostBackoff = 100.0

  /// How often the request is sent again, after the first attempt.
  package var times = 3
  /// How long to wait before the second attempt.
  package var every = Duration.seconds(1)
  /// By what each further pause is longer than the one before.
  package var backoff = 2.0
  /// What is tried again.
  package var causes: [Cause] = [
    .failure(.timeout), .failure(.connect), .status(.exactly(429)), .status(.anyOf(5)),
  ]
  /// Whether requests are sent again that may do twice what was asked for once.
  package var allowsUnsafe = false
  /// The place that asks for it.
  package var mark: Mark

  /// What is tried again: a failure, or a response.
  package enum Cause: Sendable, Hashable {
    case failure(FailureKind)
    case status(StatusExpectation.Pattern)
  }

  /// The failures that may pass, by the names that a file has for them.
  package enum FailureKind: String, Sendable, CaseIterable {
    /// A limit of time passed.
    case timeout
    /// There is no connection.
    case connect
    /// The host's name has no address.
    case dns
    /// TLS failed.
    case tls
    /// The connection ended before the head of a response did.
    case truncated

    /// The kind that an error is of; nil for one that does not pass.
    init?(_ error: RequestError) {
      switch error {
      case .timedOut: self = .timeout
      case .transport(let failure):
        switch failure.kind {
        case .cannotConnect: self = .connect
        case .hostNotFound: self = .dns
        case .tls: self = .tls
        case .truncated: self = .truncated
        case .protocolViolation, .noDescriptor, .noAnswer, .other: return nil
        }
      default: return nil
      }
    }
  }

  /// Whether a request may be sent again: its method does no harm twice (RFC 9110, section 9.2.2),
  /// or the server knows it again, or the file says that it may.
  package func allows(_ request: Request) -> Bool {
    allowsUnsafe || request.isIdempotent
      || request.headers.contains { $0.isNamed(Self.keyField) && !$0.value.isEmpty }
  }

  /// The field by which a server knows a request again
  /// (draft-ietf-httpapi-idempotency-key-header).
  package static let keyField = "Idempotency-Key"

  /// Whether an error is tried again.
  package func covers(_ error: RequestError) -> Bool {
    guard let kind = FailureKind(error) else { return false }
    return causes.contains(.failure(kind))
  }

  /// Whether a response is tried again.
  package func covers(status: Int) -> Bool {
    causes.contains { cause in
      if case .status(let pattern) = cause { pattern.matches(status) } else { false }
    }
  }

  /// How long to wait behind an attempt.
  ///
  /// - Parameter attempt: its number; the first one is 1.
  /// - Returns: the pause, where the server asks for none.
  package func pause(after attempt: Int) -> Duration {
    let longest = max(every, Self.longestPause)
    var pause = every
    for _ in 1..<max(attempt, 1) where pause < longest { pause = pause * backoff }
    return min(pause, longest)
  }
}
