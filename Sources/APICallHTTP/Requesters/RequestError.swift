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
    /// This machine lets the program open no more files and connections.
    case noDescriptor
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

/// Why a redirect was not followed.
package struct RedirectFailure: Error, Sendable, Hashable {
  /// What is wrong with it.
  package enum Reason: Sendable, Hashable {
    /// So many were followed already, which is all that may be.
    case tooMany(limit: Int)
    /// It leads to a request that was answered already.
    case circle
    /// The answer has so many Location fields that differ.
    case severalLocations(Int)
    /// What the Location field says is no place for a request; the text says why.
    case unusableLocation(String)
    /// It leads from https to http.
    case insecure
    /// It leads to another origin, and the body that would have to be sent again holds a secret.
    case secretBody
    /// It leads to where the project does not want this method.
    case guarded
  }

  /// What is wrong.
  package var reason: Reason
  /// The status of the redirect.
  package var status: Int
  /// The URLs of the requests so far, in order: the first is the call's own.
  package var visited: [RequestURL]
  /// The request that would follow; nil where none can be made.
  package var next: Request?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - status: the status of the redirect.
  ///   - visited: the URLs of the requests so far.
  ///   - next: the request that would follow.
  package init(
    _ reason: Reason, status: Int, visited: [RequestURL], next: Request? = nil
  ) {
    self.reason = reason
    self.status = status
    self.visited = visited
    self.next = next
  }
}

/// Why a request was not sent that a response led to: a stored secret, or what was made with it, may not
/// go where it leads.
package struct ConfinementFailure: Error, Sendable, Hashable {
  /// The stored secrets.
  package let secrets: Confinement
  /// Where it leads.
  package let origin: Origin

  package init(_ secrets: Confinement, to origin: Origin) {
    self.secrets = secrets
    self.origin = origin
  }
}

/// Why the pages of a list are not all there.
package struct PageFailure: Error, Sendable, Hashable {
  /// The number of the page at which it ended; the first is 1.
  package var page: Int
  /// What is wrong with it, or with the way to the next one.
  package var reason: Reason

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - page: the number of the page.
  ///   - reason: what is wrong.
  package init(page: Int, _ reason: Reason) {
    self.page = page
    self.reason = reason
  }

  /// What is wrong with a page, or with the way to the next one.
  package indirect enum Reason: Error, Sendable, Hashable {
    /// It did not come.
    case exchange(RequestError)
    /// It came with a status that is not expected; of its body there is what says more of that.
    case status(Response)
    /// Its items cannot be had from its body.
    case body(DeliveryError)
    /// What stands where its body says how to go on, of this type at this path, is not what is
    /// wanted.
    case unusable(String, path: String, wanted: String)
    /// What it names as the next page is no URL that a request can be sent to, and why.
    case link(String, problem: String)
    /// The next page would be at another origin than the first one.
    case foreign(Origin, own: Origin)
    /// The next page would be at the origin of the first one, but another one names it, to which a
    /// redirect led.
    case namedElsewhere(Origin, own: Origin)
    /// The next page was there before.
    case repeated(RequestURL)
    /// The request has no room for what asks for the next page, and why.
    case place(String)
    /// As many pages came as are wanted, and this one does not seem to be the last.
    ///
    /// Where pages are counted, that shows only by asking for one more.
    case limit(isCertain: Bool)
  }
}
