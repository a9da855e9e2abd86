package import APICallBase
package import APICallHTTP
package import APICallSafety

/// Why there is no usable response to a request.
package enum ExchangeError: Error, Sendable, Hashable {
  /// The URL cannot be sent; the text is the reason.
  case invalidURL(String)
  /// The body of the request cannot be read, or has changed since the request was created.
  case unreadableBody(RequestBodyFailure)
  /// The connection to the server failed, or broke during the response.
  case transport(ConnectionFailure)
  /// A complete response is not what the caller wants, for example because of its status.
  case invalidResponse(ReceivedResponse)
  /// The response has no body where one is needed.
  case noData
  /// The body does not match its media type; the text is the place and the reason.
  case decoding(String)
  /// A redirect could not be followed.
  case redirect(RedirectFailure)
  /// The request cannot be authorised in the way that the call requires.
  case authorization(AuthorizationFailure)
  case plugin(PluginProblem)
  /// The same request is already in progress and may not be sent twice.
  case duplicateRequest
  /// The caller cancelled the request.
  case cancelled
  case timedOut(ExchangeTimeout)
  /// Pages of a list are missing.
  case pagination(PageFailure)
  /// A response led to an origin that a stored secret, or a value derived from it, may not go to.
  case confined(ConfinementFailure)
  /// The request is not one of those that the user lets untrusted files send.
  case locked(RunLock.Refusal)
  /// What the run keeps for its calls cannot be used: its rate, or its cookies.
  case ofRun(UnmadeValue)
}

/// The phase in which a time limit passed, with the limit.
package enum ExchangeTimeout: Sendable, Hashable {
  /// Connecting, including TLS.
  case connecting(after: Duration)
  /// Waiting for the next sign of life.
  case idle(after: Duration)
  /// The whole exchange.
  case total(after: Duration)
}

/// A failure of the connection to the server.
package struct ConnectionFailure: Error, Sendable, Hashable {
  /// The kind of failure; each has its own exit status.
  package enum Kind: Sendable, Hashable {
    /// The host name has no address.
    case hostNotFound
    /// The connection was refused, the host is unreachable, or the network is down.
    case cannotConnect
    /// TLS failed: the handshake, or the verification of the certificate.
    case tls
    /// The server violated HTTP, or exceeded a limit.
    case protocolViolation
    /// The connection ended before the response did.
    case truncated
    /// The process has reached its limit of open files and connections.
    case noDescriptor
    /// The requester has no response for this request; possible if it does not use a server.
    case noResponse
    /// Any other reason.
    case other
  }

  package var kind: Kind
  package var origin: Origin
  /// What happened, in lower case and without a full stop, such as `connection refused`.
  package var reason: String
  /// What the user can do about it, if the requester knows better advice than the kind of failure
  /// implies.
  package var hint: String?

  package init(_ kind: Kind, origin: Origin, reason: String, hint: String? = nil) {
    self.hint = hint
    self.kind = kind
    self.origin = origin
    self.reason = reason
  }
}

/// Why a redirect was not followed.
package struct RedirectFailure: Error, Sendable, Hashable {
  /// The reason.
  package enum Reason: Sendable, Hashable {
    /// The maximum number of redirects has been followed.
    case tooMany(limit: Int)
    /// It leads to a request that has already had a response.
    case circle
    /// The response has several Location fields that differ; this is their number.
    case severalLocations(Int)
    /// The Location field is not a usable URL; the text is the reason.
    case unusableLocation(String)
    /// It leads from https to http.
    case insecure
    /// It leads to another origin, and the body to send again contains a secret.
    case secretBody
    /// It leads to another origin, where a header field that limits what the request does is not
    /// sent; this is its name.
    case lostField(String)
    /// It leads to an origin where the project does not allow this method.
    case guarded
  }

  package var reason: Reason
  package var status: Int
  /// The URLs of the requests so far, in order; the first is the call's own.
  package var visited: [RequestURL]
  /// The request that would follow; nil if it cannot be made.
  package var next: OutgoingRequest?

  package init(
    _ reason: Reason, status: Int, visited: [RequestURL], next: OutgoingRequest? = nil
  ) {
    self.reason = reason
    self.status = status
    self.visited = visited
    self.next = next
  }
}

/// Why a request that a response led to was not sent: a stored secret, or a value derived from it,
/// may not go to its origin.
package struct ConfinementFailure: Error, Sendable, Hashable {
  package let secrets: Confinement
  package let origin: Origin

  package init(_ secrets: Confinement, to origin: Origin) {
    self.secrets = secrets
    self.origin = origin
  }
}

/// Why pages of a list are missing.
package struct PageFailure: Error, Sendable, Hashable {
  /// The number of the page at which the failure occurred, counted from 1.
  package var page: Int
  package var reason: Reason

  package init(page: Int, _ reason: Reason) {
    self.page = page
    self.reason = reason
  }

  /// A problem with a page or with the link to the next one.
  package indirect enum Reason: Error, Sendable, Hashable {
    /// There was no response.
    case exchange(ExchangeError)
    /// The status is unexpected; the part of the body that explains it is included.
    case status(ReceivedResponse)
    /// The items cannot be extracted from the body.
    case body(DeliveryError)
    /// The value in the body that leads to the next page, with its type and path, is not of the
    /// wanted type.
    case unusable(String, path: String, wanted: String)
    /// The link to the next page is not a URL that a request can be sent to; with the reason.
    case link(String, problem: String)
    /// The next page has another origin than the first one.
    case foreign(Origin, own: Origin)
    /// The next page has the origin of the first one, but its link is from another origin, to which
    /// a redirect led.
    case namedElsewhere(Origin, own: Origin)
    /// The next page is one that has already been read.
    case repeated(RequestURL)
    /// A page that was found by its number has the items of the page before it.
    case sameItems
    /// A page without items states that there are more items, or more pages: this number.
    case short(of: Int)
    /// A page has items although it, or the pages before it, reach beyond the number of all: the
    /// place reached, and that number.
    case beyond(Int, total: Int)
    /// A page without items says that another page follows.
    case emptyAnnounced
    /// The last item of the page has no cursor at the path; without one, a page that says that another
    /// one follows has none.
    case noCursor(path: String?)
    /// The request has no place for the parameter of the next page; with the reason.
    case place(String)
    /// The maximum number of pages has been read, and this one does not seem to be the last.
    ///
    /// If pages are counted, this is certain only after a request for one more page.
    case limit(isCertain: Bool)
  }
}
