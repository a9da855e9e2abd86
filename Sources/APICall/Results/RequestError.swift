/// Why a call has no usable response.
///
/// Descriptions and diagnostics have all secrets masked; a ``Response`` does not.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RequestError: Error, Sendable {
  /// The file cannot be read, or has problems; nothing was sent.
  case invalidEndpoint([Diagnostic])
  /// The inputs, or the request made of them, are not valid; nothing was sent.
  case invalidInputs([Diagnostic])
  /// The URL is not valid; nothing was sent.
  case invalidURL([Diagnostic])
  /// The file may not do this with a secret or a file, or with this server.
  case notPermitted([Diagnostic])
  /// The connection to the server failed, or broke during the response.
  case transport(TransportFailure, [Diagnostic])
  /// A time limit passed.
  case timedOut([Diagnostic])
  /// The task of the call was cancelled, or the client was released.
  case cancelled
  /// The response has another status than the file expects.
  case unexpectedStatus(Response, [Diagnostic])
  /// The response has no body to decode.
  case noData(Response, [Diagnostic])
  /// The body cannot be decoded, is too large, or lacks what is taken from it.
  case decoding(Response, [Diagnostic])
  /// The response does not meet the other expectations of the file.
  case expectation(Response, [Diagnostic])
  /// There are too many redirects.
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
  /// TLS failed, or the server violated HTTP.
  case protocolError
  /// The connection ended before the response did.
  case interrupted
}

extension RequestError {
  /// What is wrong; empty if the call was cancelled.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .invalidEndpoint(let found), .invalidInputs(let found), .invalidURL(let found),
      .notPermitted(let found), .transport(_, let found), .timedOut(let found),
      .unexpectedStatus(_, let found), .noData(_, let found), .decoding(_, let found),
      .expectation(_, let found),
      .redirect(let found), .other(let found):
      found
    case .cancelled: []
    }
  }

  /// The response, if there was a complete one.
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
    if case .cancelled = self { return "the call was cancelled" }
    return diagnostics.map(\.description).joined(separator: "\n")
  }
  /// The diagnostics, as the command line prints them.
  public var debugDescription: String { description }
  /// A mirror without the response.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
