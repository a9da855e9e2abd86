import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety

extension RequestError {
  init(_ failure: Failure, _ response: Response?, cause: ExchangeError? = nil) {
    let found = failure.diagnostics.map(Diagnostic.init)
    if let cause, let error = RequestError(cause, found) {
      self = error
      return
    }
    switch (failure.status, response) {
    case (.interrupted, _), (.terminated, _): self = .cancelled
    case (.timeout, _): self = .timedOut(.total, found)
    case (.tooManyRedirects, _): self = .redirect(found)
    case (.noPermission, _): self = .notPermitted(found)
    case (.badInput, _), (.usage, _), (.noInput, _): self = .invalidInputs(found)
    case (_, let response?) where !response.isExpected: self = .unexpectedStatus(response, found)
    case (.decoding, let response?): self = .decoding(response, found)
    case (.expectation, let response?): self = .expectation(response, found)
    default: self = .other(found)
    }
  }

  /// Creates the error of an exchange; nil for a cause that the failure itself tells better.
  private init?(_ cause: ExchangeError, _ found: [Diagnostic]) {
    switch cause {
    case .invalidURL: self = .invalidURL(found)
    case .transport(let failure): self = .transport(TransportFailure(failure.kind), found)
    case .timedOut(let phase): self = .timedOut(TimedOutPhase(phase), found)
    case .cancelled: self = .cancelled
    case .duplicateRequest: self = .duplicateRequest(found)
    case .redirect: self = .redirect(found)
    case .authorization: self = .authorization(found)
    case .confined, .locked: self = .notPermitted(found)
    case .unreadableBody, .invalidResponse, .noData, .decoding, .plugin, .pagination, .ofRun:
      return nil
    }
  }

  /// Creates the error of an exchange that a program's own stage asked for.
  init(_ error: ExchangeError, of request: OutgoingRequest) {
    var found: [Diagnostic] = []
    switch error {
    case .transport(let failure): found = [Diagnostic(failure.reason, hint: failure.hint)]
    case .plugin(let failure): found = [Diagnostic(failure.reason, hint: failure.hint)]
    default: break
    }
    self = RequestError(error, found) ?? .other(found)
  }

  /// The error as the engine has it, which decides about retries by its kind.
  func inEngine(for request: OutgoingRequest) -> ExchangeError {
    switch self {
    case .cancelled: return .cancelled
    case .transport(let failure, let found):
      return .transport(
        ConnectionFailure(
          failure.kind, origin: request.url.origin,
          reason: found.first?.message ?? failure.reason, hint: found.first?.hint))
    case .timedOut(.connecting, _): return .timedOut(.connecting(after: request.limits.connect))
    case .timedOut(.idle, _): return .timedOut(.idle(after: request.limits.idle))
    case .timedOut(.total, _):
      return .timedOut(.total(after: request.limits.total ?? request.limits.idle))
    default: return .plugin(PluginProblem(Self.programName, description))
    }
  }

  static let programName = "program"
}

extension ExchangeError {
  var isOfProgram: Bool {
    if case .plugin(let failure) = self {
      failure.plugin == RequestError.programName
    } else {
      false
    }
  }
}

extension TransportFailure {
  fileprivate init(_ kind: ConnectionFailure.Kind) {
    switch kind {
    case .hostNotFound: self = .hostNotFound
    case .cannotConnect: self = .cannotConnect
    case .tls: self = .tls
    case .protocolViolation: self = .protocolError
    case .truncated: self = .interrupted
    case .noResponse: self = .noResponse
    case .noDescriptor, .other: self = .other
    }
  }

  fileprivate var kind: ConnectionFailure.Kind {
    switch self {
    case .hostNotFound: .hostNotFound
    case .cannotConnect: .cannotConnect
    case .tls: .tls
    case .protocolError: .protocolViolation
    case .interrupted: .truncated
    case .noResponse: .noResponse
    case .other: .other
    }
  }

  /// The reason, for a failure without diagnostics.
  fileprivate var reason: String {
    switch self {
    case .hostNotFound: "no address for this name"
    case .cannotConnect: "connection refused"
    case .tls: "the handshake failed"
    case .protocolError: "the response is not HTTP"
    case .interrupted: "the connection was closed"
    case .noResponse: "the requester has none"
    case .other: "the requester failed"
    }
  }
}

extension TimedOutPhase {
  fileprivate init(_ phase: ExchangeTimeout) {
    switch phase {
    case .connecting: self = .connecting
    case .idle: self = .idle
    case .total: self = .total
    }
  }
}
