package import APICallText
package import JSONText

/// The status line and the header fields of a response (RFC 9112, section 4).
package struct ResponseHead: Sendable, Hashable {
  /// The protocol version as the server sent it, such as `HTTP/1.1` or `HTTP/2`.
  package var version: String
  /// The status code: three digits, 100 to 599, except for servers with codes of their own.
  package var status: Int
  /// The reason phrase; empty if the server did not send one, as in HTTP/2.
  package var reason: String
  /// The header fields in the order in which they arrived; a name may occur several times.
  package var headers: [Field]
  /// Whether only the end of the connection marks the end of the body, so that a body that was cut
  /// looks like a whole one (RFC 9112, section 8).
  package var endsWithConnection = false

  /// A header field of a response.
  package struct Field: Sendable, Hashable {
    package var name: String
    /// The value without surrounding white space.
    package var content: FieldText

    /// The value as it is shown.
    package var value: String { content.text }

    package init(_ name: String, _ content: FieldText) {
      self.name = name
      self.content = content
    }

    package init(_ name: String, _ value: String) { self.init(name, FieldText(value)) }

    /// Returns whether the field has a name, ignoring case.
    package func isNamed(_ other: String) -> Bool { HeaderSyntax.isSame(name, other) }
  }

  package init(
    version: String = "HTTP/1.1", status: Int, reason: String = "", headers: [Field] = []
  ) {
    self.version = version
    self.status = status
    self.reason = reason
    self.headers = headers
  }

  /// Finds the first value of a header field.
  package func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }

  /// Returns the values in the order in which they arrived, one for each field with that name.
  package func values(of name: String) -> [String] {
    headers.compactMap { $0.isNamed(name) ? $0.value : nil }
  }

  /// Finds all values of a header field, with their bytes.
  package func contents(of name: String) -> [FieldText] { headers.contents(of: name) }

  /// Returns the elements of a field that is a list (RFC 9110, section 5.6.1).
  ///
  /// Returns the elements of all fields with that name, without empty ones.
  package func list(_ name: String) -> [String] {
    values(of: name).flatMap { value in
      value.split(separator: ",").compactMap { element in
        let element = element.drop { $0 == " " || $0 == "\t" }
        guard let last = element.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return nil }
        return String(element[...last])
      }
    }
  }

  /// The media type of Content-Type; nil if there is no such field, or it is not valid.
  package var mediaType: MediaType? { header("Content-Type").flatMap { MediaType($0) } }

  /// The limit for `Retry-After` in seconds, about thirty years.
  private static let longestWait = 1_000_000_000

  /// Returns how long the server asks clients to wait before the next request (RFC 9110, section
  /// 10.2.3).
  ///
  /// Returns the time to wait; zero for a date in the past; nil if there is no such field, or it is
  /// not valid.
  package func retryAfter(_ now: UTCTimestamp) -> Duration? {
    guard let value = header("Retry-After") else { return nil }
    if !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) {
      // A number too large for `Int` is also a very long time.
      return .seconds(min(Int(value) ?? .max, Self.longestWait))
    }
    guard let date = UTCTimestamp(httpDate: value, now: now) else { return nil }
    let left: Duration = .seconds(date.seconds - now.seconds) - .nanoseconds(now.nanoseconds)
    return max(left, .zero)
  }

  /// Returns the pause before the next request, at least as long as the server wants.
  package func pause(atLeast pause: Duration, _ now: UTCTimestamp) -> Duration {
    max(pause, retryAfter(now) ?? .zero)
  }

  package var jsonMembers: [(key: String, value: BuiltJSON)] {
    [
      ("status", BuiltJSON(status)), ("reason", reason.isEmpty ? .null : .text(reason)),
      ("http_version", .text(version)), ("headers", .pairs(headers)),
    ]
  }
}

/// A response that is held in memory as a whole.
package struct ReceivedResponse: Sendable, Hashable {
  package var head: ResponseHead
  /// The body, with content and transfer codings decoded.
  package var body: [UInt8]
  /// The trailer fields, which are not part of the head (RFC 9110, section 6.5.1).
  package var trailers: [ResponseHead.Field]

  package init(head: ResponseHead, body: [UInt8], trailers: [ResponseHead.Field] = []) {
    self.head = head
    self.body = body
    self.trailers = trailers
  }
}

extension [ResponseHead.Field] {
  /// Returns the values in order, one for each field with that name.
  package func contents(of name: String) -> [FieldText] {
    filter { $0.isNamed(name) }.map { $0.content }
  }
}

extension BuiltJSON {
  /// Header fields as pairs of name and value, because names may repeat and their order matters.
  package static func pairs(_ fields: [ResponseHead.Field]) -> BuiltJSON {
    .list(fields.map { .texts([$0.name, $0.value]) })
  }
}

/// The names of HTTP's status codes (RFC 9110, section 15).
package enum StatusCode {
  /// Returns the phrase; "" for a code without one.
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
