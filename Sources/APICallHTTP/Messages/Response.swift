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
