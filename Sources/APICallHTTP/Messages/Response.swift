package import APICallBase
package import JSONText

/// The status line and the header fields of an answer (RFC 9112, section 4).
package struct ResponseHead: Sendable, Hashable {
  /// The protocol version as the server gave it, such as `HTTP/1.1` or `HTTP/2`.
  package var version: String
  /// The status code, three digits: 100 to 599, but for servers that make up their own.
  package var status: Int
  /// The reason phrase; empty where the server sent none, as in HTTP/2.
  package var reason: String
  /// The header fields in the order they came; a name may stand several times.
  package var headers: [Field]

  /// One header field of an answer.
  package struct Field: Sendable, Hashable {
    /// The name as the server wrote it.
    package var name: String
    /// The value without white space around it; invalid UTF-8 is replaced.
    package var value: String

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - value: the value.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a head.
  ///
  /// - Parameters:
  ///   - version: the protocol version.
  ///   - status: the status code.
  ///   - reason: the reason phrase, or "".
  ///   - headers: the header fields in the order they came.
  package init(
    version: String = "HTTP/1.1", status: Int, reason: String = "", headers: [Field] = []
  ) {
    self.version = version
    self.status = status
    self.reason = reason
    self.headers = headers
  }

  /// Finds a header field's first value.
  ///
  /// - Parameter name: the name, whatever the case of its letters.
  /// - Returns: the value, or nil where no field has that name.
  package func header(_ name: String) -> String? {
    headers.first { HeaderSyntax.isSame($0.name, name) }?.value
  }

  /// Finds all values of a header field.
  ///
  /// - Parameter name: the name, whatever the case of its letters.
  /// - Returns: the values in the order they came; one for each field of that name.
  package func values(of name: String) -> [String] {
    headers.filter { HeaderSyntax.isSame($0.name, name) }.map { $0.value }
  }

  /// What Content-Type says; nil where there is no such field, or it names no media type.
  package var mediaType: MediaType? { header("Content-Type").flatMap { MediaType($0) } }

  /// The longest time that is told apart, in seconds: thirty years.
  private static let longestWait = 1_000_000_000

  /// How long the server asks to wait before the next request (RFC 9110, section 10.2.3).
  ///
  /// - Parameter now: the time, for a server that names a date.
  /// - Returns: the time; zero for a date that has passed; nil where there is no such field, or it
  ///   cannot be read.
  package func retryAfter(_ now: Timestamp) -> Duration? {
    guard let value = header("Retry-After") else { return nil }
    if !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) {
      // More digits than a number has are a very long time, too.
      return .seconds(min(Int(value) ?? .max, Self.longestWait))
    }
    guard let date = Timestamp(httpDate: value) else { return nil }
    let left: Duration = .seconds(date.seconds - now.seconds) - .nanoseconds(now.nanoseconds)
    return max(left, .zero)
  }

  /// A pause before the next request that is no shorter than the server asks for.
  ///
  /// - Parameters:
  ///   - pause: how long is waited where it asks for nothing.
  ///   - now: the time, for a server that names a date.
  /// - Returns: the pause.
  package func pause(atLeast pause: Duration, _ now: Timestamp) -> Duration {
    max(pause, retryAfter(now) ?? .zero)
  }

  /// The members of an object that tells of the head; header fields are pairs.
  package var jsonMembers: [(key: String, value: BuiltJSON)] {
    [
      ("status", BuiltJSON(status)), ("reason", reason.isEmpty ? .null : .text(reason)),
      ("http_version", .text(version)), ("headers", .pairs(headers)),
    ]
  }
}

/// An answer that was held in memory as a whole.
package struct Response: Sendable, Hashable {
  /// The status line and header fields.
  package var head: ResponseHead
  /// The body, with content and transfer codings undone.
  package var body: [UInt8]

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - head: the status line and header fields.
  ///   - body: the body's octets.
  package init(head: ResponseHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }
}

extension BuiltJSON {
  /// Header fields as pairs of name and value: names may repeat, and their order counts.
  package static func pairs(_ fields: [ResponseHead.Field]) -> BuiltJSON {
    .list(fields.map { .texts([$0.name, $0.value]) })
  }
}

/// The names of HTTP's status codes (RFC 9110, section 15).
package enum StatusCode {
  /// The reason phrase of a status code.
  ///
  /// - Parameter status: the code.
  /// - Returns: the phrase, or "" for a code that has none.
  package static func phrase(of status: Int) -> String { phrases[status] ?? "" }

  private static let phrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
    204: "No Content", 205: "Reset Content", 206: "Partial Content",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
    425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
    429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    511: "Network Authentication Required",
  ]
}
