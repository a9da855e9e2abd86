package import APICallContracts
package import APICallHTTP
import APICallSafety
package import YAMLTree

/// `retry:`: when a request is retried, and how often.
package struct RetryRule: Sendable {
  package static let mostTimes = 100
  package static let mostBackoff = 100.0
  package static let usualMaxWait = Duration.seconds(60)

  package var times = 3
  package var every = Duration.seconds(1)
  package var backoff = 2.0
  /// The longest pause, both by backing off and at the request of a server.
  package var maxWait = usualMaxWait
  package var causes: [Cause] = [
    .failure(.timeout), .failure(.connect), .status(.exactly(429)), .status(.anyOf(5)),
  ]
  /// The responses that are a cause, besides those with a status of ``causes``.
  package var responses: [Expectation] = []
  /// Whether to retry a request that may take effect twice.
  package var allowsUnsafe = false
  package var mark: Mark

  package init(mark: Mark) { self.mark = mark }

  /// A cause for a retry: a failure or a response.
  package enum Cause: Sendable, Hashable {
    case failure(FailureKind)
    case status(StatusExpectation.Pattern)
    /// The exit status of a called script.
    case exit(Int32)
  }

  /// Transient failures, by their names in a file.
  package enum FailureKind: String, Sendable, CaseIterable {
    /// A time limit passed.
    case timeout
    case connect
    case dns
    case tls
    /// The connection ended before the end of the response head.
    case truncated

    init?(_ error: ExchangeError) {
      switch error {
      case .timedOut: self = .timeout
      case .transport(let failure):
        switch failure.kind {
        case .cannotConnect: self = .connect
        case .hostNotFound: self = .dns
        case .tls: self = .tls
        case .truncated: self = .truncated
        case .protocolViolation, .noDescriptor, .noResponse, .other: return nil
        }
      default: return nil
      }
    }
  }

  /// Whether a request may be retried: its method is idempotent (RFC 9110, section 9.2.2), the
  /// server recognises a repetition, or the file allows it.
  package func allows(_ request: OutgoingRequest) -> Bool {
    allowsUnsafe || Self.isRepeatable(request)
  }

  /// Whether its method is idempotent, or the server recognises a repetition.
  package static func isRepeatable(_ request: OutgoingRequest) -> Bool {
    request.isIdempotent
      || request.headers.contains { $0.isNamed(keyField) && !$0.value.isEmpty }
  }

  /// The field by which a server recognises a repeated request
  /// (draft-ietf-httpapi-idempotency-key-header).
  package static let keyField = "Idempotency-Key"

  package func covers(_ error: ExchangeError) -> Bool {
    guard let kind = FailureKind(error) else { return false }
    return causes.contains(.failure(kind))
  }

  package func covers(status: Int) -> Bool {
    causes.contains { cause in
      if case .status(let pattern) = cause { pattern.matches(status) } else { false }
    }
  }

  /// How much longer a pause may be than it is stated, as a share of it.
  private static let mostJitter = 0.25

  /// A pause, made longer by chance, so that clients that failed together do not come back together.
  package static func jittered(_ pause: Duration, by chance: UInt8) -> Duration {
    pause + pause * (mostJitter * Double(chance) / 255)
  }

  package func pause(after attempt: Int) -> Duration {
    let longest = max(every, maxWait)
    var pause = every
    for _ in 1..<max(attempt, 1) where pause < longest { pause = pause * backoff }
    return min(pause, longest)
  }
}
