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
