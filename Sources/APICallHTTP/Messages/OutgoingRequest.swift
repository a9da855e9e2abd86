package import APICallSafety

/// An HTTP request, complete: a requester sends exactly this.
///
/// It includes all header fields, even Host, Content-Length and User-Agent, so that what is shown
/// is what is sent. String interpolation and printing mask its secrets.
package struct OutgoingRequest: Sendable, Hashable {
  /// The method, such as `GET` (RFC 9110, section 9).
  package var method: String
  package var url: RequestURL
  /// The header fields in the order in which they are sent.
  package var headers: [HeaderField]
  /// The body; nil without one, which differs from an empty one.
  package var body: RequestBody?
  package var limits: TimeLimits
  /// How servers prove who they are; nil if the system's authorities vouch for all.
  package var identity: ServerIdentity?
  /// Whether redirects have led away from the origin of the call: such a request gets no
  /// credentials, wherever it goes.
  package var hasLeftOrigin = false
  /// Whether an auth type sends it to get credentials for other requests.
  package var isForCredentials = false
  /// Whether the file chooses what such a request does, by parameters or a query of its own.
  package var isChosen = false
  /// The secrecy of its plain-text parts: the method, and the files that the body was read from.
  package var untrackedSecrecy = Secrecy.open
  /// The secrecy of its URL, its method and its body, without the credentials of `auth`.
  package var contentSecrecy = Secrecy.open

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

  /// Whether sending the request twice has the effect of sending it once (RFC 9110, section 9.2.2).
  package var isIdempotent: Bool { Self.isIdempotent(method) }

  /// Whether requests with a method are only for reading (RFC 9110, section 9.2.1).
  package static func isSafe(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
  }

  package static func isIdempotent(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method)
  }

  package var secrecy: Secrecy {
    var secrecy = secrecyOutsideOfTexts
    visitTexts { secrecy.join($0.secrecy) }
    return secrecy
  }

  /// The combined secrecy of its URL, its method and its body.
  package var secrecyOutsideOfFields: Secrecy {
    var secrecy = secrecyOutsideOfTexts
    secrecy.join(url.path.secrecy)
    if let query = url.query { secrecy.join(query.secrecy) }
    for case .bytes(let bytes) in body?.allPieces ?? [] { secrecy.join(bytes.secrecy) }
    return secrecy
  }

  /// Whether it contains a secret that is neither a stored secret nor derived from one.
  package var holdsUnconfinedSecret: Bool { secrecy.holdsUnconfined }

  package var texts: [ProtectedText] {
    var texts: [ProtectedText] = []
    visitTexts { texts.append($0) }
    return texts
  }

  /// The secrecy of everything else, including the files of its body.
  private var secrecyOutsideOfTexts: Secrecy {
    var secrecy = untrackedSecrecy
    for case .file(let file) in body?.allPieces ?? [] { secrecy.join(file.secrecy) }
    return secrecy
  }

  private func visitTexts(_ visit: (ProtectedText) -> Void) {
    visit(url.path)
    if let query = url.query { visit(query) }
    for field in headers { visit(field.value) }
    for case .bytes(let bytes) in body?.allPieces ?? [] { visit(bytes) }
  }
}

extension OutgoingRequest {
  /// Whether it is the call's own request: it goes to the call's origin, and no redirect led
  /// elsewhere.
  package func isOwn(at origin: Origin) -> Bool { !hasLeftOrigin && url.origin == origin }
}

extension OutgoingRequest {
  /// Whether the content codings of the response are decoded: the request has Accept-Encoding, and
  /// not `identity` alone.
  package var acceptsCodings: Bool {
    var count = 0
    var isIdentity = false
    for index in headers.indices where headers[index].isNamed("Accept-Encoding") {
      count += 1
      let bytes = headers[index].value.revealedBytes
      isIdentity = bytes.count == 8 && headers[index].value.revealed.lowercased() == "identity"
    }
    return count > 1 || count == 1 && !isIdentity
  }
}

/// The time limits of an exchange.
package struct TimeLimits: Sendable, Hashable {
  /// The limit for connecting, including TLS.
  package var connect: Duration
  /// The limit between two signs of life from the server; it no longer applies after the head of a
  /// response whose receiver allows silence.
  package var idle: Duration
  /// The limit for the whole exchange; nil for none.
  ///
  /// Time spent waiting for our own output does not count.
  package var total: Duration?

  package init(
    connect: Duration = .seconds(10), idle: Duration = .seconds(60), total: Duration? = nil
  ) {
    self.connect = connect
    self.idle = idle
    self.total = total
  }

  package mutating func cap(total limit: Duration) {
    total = total.map { min($0, limit) } ?? limit
  }
}

extension EchoSearch {
  package func secrecy(of request: OutgoingRequest) -> Secrecy {
    Secrecy.joined(request.texts.map { secrecy(of: $0.revealedBytes) })
  }
}

/// The content codings to accept if the file does not set any (RFC 9110, section 8.4.1).
package enum ContentCodings {
  /// The value of Accept-Encoding: the codings that are decoded.
  package static let usual = "gzip, deflate, br, zstd"

  /// Returns whether a name in Content-Encoding does not mean a coding of the body that was received.
  ///
  /// Clients that upload to stores such as S3 give a character set as the coding, or the coding of
  /// their own upload, and the store repeats it with every response.
  package static func isMisnomer(_ name: String) -> Bool {
    ["utf-8", "utf8", "us-ascii", "aws-chunked"].contains(name.lowercased())
  }
}
