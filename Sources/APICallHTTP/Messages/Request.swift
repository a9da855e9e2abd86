package import APICallBase

/// One HTTP request, complete: what a requester is given is what goes over the wire.
///
/// All header fields stand in it, Host, Content-Length and User-Agent among them, so that what is
/// shown is what is sent. Interpolated or printed, a request masks its secrets.
package struct Request: Sendable, Hashable {
  /// The method, such as `GET` (RFC 9110, section 9).
  package var method: String
  /// Where to.
  package var url: RequestURL
  /// The header fields in the order they are sent.
  package var headers: [HeaderField]
  /// The body; nil where there is none, which differs from an empty one.
  package var body: RequestBody?
  /// How long to wait.
  package var limits: TimeLimits
  /// Whether redirects have led to another origin than that of the call on the way here: such a
  /// request gets no credentials, wherever it goes.
  package var hasLeftOrigin = false
  /// What is true of what it holds as plain text: the method, and files that the body was read from.
  package var untrackedSecrecy = Secrecy.open

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: the method, a token.
  ///   - url: where to.
  ///   - headers: the header fields in the order they are sent.
  ///   - body: the body, or nil for none.
  ///   - limits: how long to wait.
  package init(
    method: String, url: RequestURL, headers: [HeaderField] = [], body: RequestBody? = nil,
    limits: TimeLimits = TimeLimits()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
  }

  /// Whether the request may be sent twice and do no more than once (RFC 9110, section 9.2.2).
  package var isIdempotent: Bool { Self.isIdempotent(method) }

  /// Tells whether a method is one whose requests do twice what they do once.
  ///
  /// - Parameter method: the method; methods that RFC 9110 does not define count as harmful.
  /// - Returns: true where sending it again does no harm.
  package static func isIdempotent(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method)
  }

  /// What is true of all that is sent with it.
  package var secrecy: Secrecy {
    var secrecy = secrecyOutsideOfTexts
    visitTexts { secrecy.join($0.secrecy) }
    return secrecy
  }

  /// Whether it holds a secret that is not a stored one, nor made of one.
  package var holdsUnconfinedSecret: Bool { secrecy.holdsUnconfined }

  /// All texts that it is made of.
  package var texts: [ProtectedText] {
    var texts: [ProtectedText] = []
    visitTexts { texts.append($0) }
    return texts
  }

  /// What is true of the rest, the files of its body among it.
  private var secrecyOutsideOfTexts: Secrecy {
    var secrecy = untrackedSecrecy
    for case .file(let file) in body?.allPieces ?? [] { secrecy.join(file.secrecy) }
    return secrecy
  }

  /// Visits all texts that it is made of.
  private func visitTexts(_ visit: (ProtectedText) -> Void) {
    visit(url.path)
    if let query = url.query { visit(query) }
    for field in headers { visit(field.value) }
    for case .octets(let octets) in body?.allPieces ?? [] { visit(octets) }
  }
}

extension Request {
  /// Whether it is one of a call's own: it goes to the call's origin, and nothing has led elsewhere.
  package func isOwn(at origin: Origin) -> Bool { !hasLeftOrigin && url.origin == origin }
}

/// How long the parts of an exchange may take.
package struct TimeLimits: Sendable, Hashable {
  /// Until the connection stands, TLS included.
  package var connect: Duration
  /// Between two signs of life from the other side; it ends with the head of an answer whose receiver
  /// allows silence.
  package var idle: Duration
  /// The whole exchange; nil for no limit.
  ///
  /// Time spent waiting for our own output does not count.
  package var total: Duration?

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - connect: until the connection stands.
  ///   - idle: between two signs of life.
  ///   - total: the whole exchange, or nil.
  package init(
    connect: Duration = .seconds(10), idle: Duration = .seconds(60), total: Duration? = nil
  ) {
    self.connect = connect
    self.idle = idle
    self.total = total
  }

  /// Lets the whole exchange take so long at most, and no longer than it might before.
  package mutating func cap(total limit: Duration) {
    total = total.map { min($0, limit) } ?? limit
  }
}

extension EchoSearch {
  /// What the secrets that stand in a request make of it.
  package func secrecy(of request: Request) -> Secrecy {
    Secrecy.joined(request.texts.map { secrecy(of: $0.revealedOctets) })
  }
}

/// The URL of a request: an origin, a path and a query, each already encoded (RFC 3986).
package struct RequestURL: Sendable, Hashable {
  /// The scheme, host and port.
  package var origin: Origin
  /// The path with its leading slash, percent-encoded.
  package var path: ProtectedText
  /// The query without its question mark, percent-encoded; nil where the URL has none.
  package var query: ProtectedText?

  /// Creates a URL.
  ///
  /// - Parameters:
  ///   - origin: the scheme, host and port.
  ///   - path: the path with its leading slash, percent-encoded.
  ///   - query: the query without its question mark, percent-encoded, or nil.
  package init(origin: Origin, path: ProtectedText, query: ProtectedText? = nil) {
    self.origin = origin
    self.path = path
    self.query = query
  }

  /// What stands in the request line: the path and the query (RFC 9112, section 3.2.1).
  package var target: ProtectedText {
    var target = path
    if let query {
      target.append("?")
      target.append(query)
    }
    return target
  }

  /// The whole URL.
  package var text: ProtectedText {
    var text = ProtectedText(origin.description)
    text.append(target)
    return text
  }
}

/// The content codings that are asked for where the file asks for none (RFC 9110, section 8.4.1).
package enum ContentCodings {
  /// The value of Accept-Encoding: what libcurl undoes.
  package static let usual = "gzip, deflate, br, zstd"
}
