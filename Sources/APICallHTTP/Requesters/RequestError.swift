package import APICallBase

/// Why there is no usable answer to a request.
package enum RequestError: Error, Sendable, Hashable {
  /// The URL cannot be sent; the text says what is wrong with it.
  case invalidURL(String)
  /// The request's own body cannot be read, or is not what it was when the request was made.
  case unreadableBody(RequestBodyFailure)
  /// The way to the server failed, or broke while the answer came.
  case transport(TransportFailure)
  /// A complete answer came that is not one the caller wants, such as an unexpected status.
  case invalidResponse(Response)
  /// The answer has no body where one is needed.
  case noData
  /// The body is not what its media type says; the text says where and why.
  case decoding(String)
  /// A redirect was to be followed, and could not be.
  case redirect(RedirectFailure)
  /// The request cannot be authorised as the call asks for.
  case authorization(AuthorizationFailure)
  /// A plugin that had a part in it did not do its work.
  case plugin(PluginFailure)
  /// The same request is already under way and may not be sent twice.
  case duplicateRequest
  /// The caller gave up.
  case cancelled
  /// A time limit passed.
  case timedOut(TimedOutPhase)
  /// The pages of a list are not all there.
  case pagination(PageFailure)
  /// A response led to where a stored secret, or what was made with it, may not go.
  case confined(ConfinementFailure)
}

/// What was waited for when a time limit passed, with the limit.
package enum TimedOutPhase: Sendable, Hashable {
  /// The connection, TLS included.
  case connecting(after: Duration)
  /// The next sign of life.
  case idle(after: Duration)
  /// The end of the whole exchange.
  case total(after: Duration)
}

/// What went wrong on the way to the server.
package struct TransportFailure: Error, Sendable, Hashable {
  /// The kind of failure, each with an exit status of its own.
  package enum Kind: Sendable, Hashable {
    /// The host's name has no address.
    case hostNotFound
    /// No connection: refused, unreachable, or the network is down.
    case cannotConnect
    /// TLS failed: the handshake, or the certificate is not to be trusted.
    case tls
    /// The other side does not speak HTTP as it should, or went past a limit.
    case protocolViolation
    /// The connection ended before the answer did.
    case truncated
    /// The requester has no answer to this request, as one that does not ask a server may.
    case noAnswer
    /// Anything else.
    case other
  }

  /// The kind of failure.
  package var kind: Kind
  /// The origin that was to be reached.
  package var origin: Origin
  /// What happened, in lower case and without a full stop, such as `connection refused`.
  package var reason: String
  /// The way out, where the requester knows a better one than the kind of failure tells.
  package var hint: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - kind: the kind of failure.
  ///   - origin: the origin that was to be reached.
  ///   - reason: what happened.
  ///   - hint: the way out, or nil.
  package init(_ kind: Kind, origin: Origin, reason: String, hint: String? = nil) {
    self.hint = hint
    self.kind = kind
    self.origin = origin
    self.reason = reason
  }
}
