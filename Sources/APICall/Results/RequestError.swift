/// Why a call has no usable response.
///
/// Descriptions and diagnostics have all secrets masked; a ``Response`` does not.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RequestError: Error, Sendable {
  /// The file cannot be read, or has problems; nothing was sent.
  case invalidEndpoint([Diagnostic])
  /// The inputs, or the request made of them, are not valid; this call was not sent.
  case invalidInputs([Diagnostic])
  /// The URL is not valid; nothing was sent.
  case invalidURL([Diagnostic])
  /// The file may not do this with a secret or a file, or with this server.
  case notPermitted([Diagnostic])
  /// The connection to the server failed, or broke during the response.
  case transport(TransportFailure, [Diagnostic])
  /// A time limit passed.
  case timedOut(TimedOutPhase, [Diagnostic])
  /// The call, or the task that waits for it, was cancelled, or the client was shut down.
  case cancelled
  /// The same request is in progress already (``DuplicatePolicy/refuse``).
  case duplicateRequest([Diagnostic])
  /// The request could not be authorised.
  case authorization([Diagnostic])
  /// The response has another status than the file expects.
  case unexpectedStatus(Response, [Diagnostic])
  /// The response has no body to decode.
  case noData(Response, [Diagnostic])
  /// The body cannot be decoded, is too large, or lacks what is taken from it.
  case decoding(Response, [Diagnostic])
  /// The response does not meet the other expectations of the file.
  case expectation(Response, [Diagnostic])
  /// A redirect was not followed: there are too many, or it leads where it must not.
  case redirect([Diagnostic])
  /// Any other failure.
  case other([Diagnostic])
}

/// How an exchange with a server failed.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TransportFailure: Sendable, Hashable {
  /// The host name has no address.
  case hostNotFound
  /// The connection was refused, or the host cannot be reached.
  case cannotConnect
  /// TLS failed: the handshake, or the verification of the certificate.
  case tls
  /// The server violated HTTP.
  case protocolError
  /// The connection ended before the response did.
  case interrupted
  /// The requester has no response to this request, as a fixture without a matching example.
  case noResponse
  /// Any other failure.
  case other
}

/// The phase in which a time limit passed.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TimedOutPhase: Sendable, Hashable {
  /// Connecting, TLS included.
  case connecting
  /// Waiting for the next sign of life.
  case idle
  /// The whole call.
  case total
}

extension RequestError {
  /// What is wrong; empty if the call was cancelled.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .invalidEndpoint(let found), .invalidInputs(let found), .invalidURL(let found),
      .notPermitted(let found), .transport(_, let found), .timedOut(_, let found),
      .duplicateRequest(let found), .authorization(let found),
      .unexpectedStatus(_, let found), .noData(_, let found), .decoding(_, let found),
      .expectation(_, let found),
      .redirect(let found), .other(let found):
      found
    case .cancelled: []
    }
  }

  /// The error with at most the first MiB of the body, as observers keep many of them.
  var withShortBody: RequestError {
    func short(_ response: Response) -> Response { response.cut(to: 1 << 20) }
    return switch self {
    case .unexpectedStatus(let response, let found): .unexpectedStatus(short(response), found)
    case .noData(let response, let found): .noData(short(response), found)
    case .decoding(let response, let found): .decoding(short(response), found)
    case .expectation(let response, let found): .expectation(short(response), found)
    default: self
    }
  }

  /// Whether the call was cancelled: an end that users need not be told about.
  public var isCancellation: Bool { if case .cancelled = self { true } else { false } }

  /// The response, if there was one; for a call of a script, with at most the first MiB of its body.
  public var response: Response? {
    switch self {
    case .unexpectedStatus(let response, _), .noData(let response, _),
      .decoding(let response, _), .expectation(let response, _):
      response
    default: nil
    }
  }
}

extension RequestError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The diagnostics, as the command line prints them.
  public var description: String {
    let found = diagnostics.map(\.description).joined(separator: "\n")
    return found.isEmpty ? summary : found
  }
  /// What is wrong, for an error without diagnostics.
  private var summary: String {
    switch self {
    case .invalidEndpoint: "the endpoint has problems"
    case .invalidInputs: "the inputs are not valid"
    case .invalidURL: "the URL is not valid"
    case .notPermitted: "the request is not permitted"
    case .transport(let failure, _): "the exchange failed: \(failure)"
    case .timedOut(let phase, _): "the call timed out: \(phase)"
    case .cancelled: "the call was cancelled"
    case .duplicateRequest: "the same request is already in progress"
    case .authorization: "the request could not be authorised"
    case .unexpectedStatus(let response, _): "the response has the status \(response.status.code)"
    case .noData: "the response has no body"
    case .decoding: "the body cannot be decoded"
    case .expectation: "the response is not as expected"
    case .redirect: "a redirect was not followed"
    case .other: "the call failed"
    }
  }
  /// The diagnostics, as the command line prints them.
  public var debugDescription: String { description }
  /// A mirror without the response.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
