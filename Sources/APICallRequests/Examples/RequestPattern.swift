package import APICallHTTP
package import JSONText

/// A request that others are compared with: a JSON string that is only a
/// gap matches any value, and any other gap matches one byte or more.
package struct RequestPattern: Sendable {
  /// The body of a request, by its meaning.
  package enum Body: Sendable {
    /// Bytes; empty for a request without a body.
    case bytes([UInt8])
    /// The items of a form, decoded.
    case form([[[UInt8]]])
    case json(JSONDocument)
    /// The parts of a multipart body, whatever its boundary is.
    case parts([Part])
  }

  /// A part of a multipart body.
  package struct Part: Sendable {
    package var name: String?
    package var filename: String?
    package var type: MediaType?
    package var content: Content

    package enum Content: Sendable, Hashable {
      case bytes([UInt8])
      /// The SHA-256 of the bytes.
      case digest([UInt8])
    }

    package init(name: String?, filename: String?, type: MediaType?, content: Content) {
      self.name = name
      self.filename = filename
      self.type = type
      self.content = content
    }

    init(_ part: ReceivedParts.Part) {
      self.init(
        name: part.name, filename: part.filename, type: part.type, content: .bytes(part.bytes))
    }
  }

  /// A part in which a request differs.
  package enum Difference: Sendable, Hashable {
    case method, origin, path, query
    case header(String)
    case body
  }

  package var method: String
  package var origin: String
  /// The path and the query, percent-encoded, with gaps as they are.
  package var path: [UInt8]
  package var query: [UInt8]
  /// The header fields that are compared, with all values of each.
  package var headers: [(name: String, values: [String])]
  package var body: Body
  package let gap: String
  private let normalizedPath: [UInt8]
  private let items: [[[UInt8]]]

  package init(
    method: String, origin: String, path: [UInt8], query: [UInt8],
    headers: [(name: String, values: [String])], body: Body, gap: String
  ) {
    self.method = method
    self.origin = origin
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.gap = gap
    normalizedPath = PercentEncoding.normalized(path)
    items = FormEncoding.split(query)
  }

  /// What requests with the same method, origin and path have in common; nil if the path has a gap.
  package var key: [UInt8]? {
    let path = normalizedPath
    let marker = PercentEncoding.normalized(Array(gap.utf8))
    return path.firstRange(of: marker) == nil ? Self.key(method, origin, path) : nil
  }

  /// The ``key`` of the patterns that may match a request.
  package static func key(of received: ReceivedRequest, from origin: String) -> [UInt8] {
    key(received.method, origin, PercentEncoding.normalized(received.path))
  }

  private static func key(_ method: String, _ origin: String, _ path: [UInt8]) -> [UInt8] {
    Array("\(method) \(origin.lowercased())".utf8) + path
  }

  package func matches(
    _ received: ReceivedRequest, to origin: String, sha256: ([UInt8]) -> [UInt8]?
  ) -> Bool {
    method == received.method && origin.lowercased() == self.origin.lowercased()
      && hasPath(of: received) && hasQuery(of: received)
      && headers.allSatisfy { hasHeader($0, of: received) } && hasBody(of: received, sha256)
  }

  /// The parts in which a request differs; none if it matches.
  package func differences(
    from received: ReceivedRequest, to origin: String, sha256: ([UInt8]) -> [UInt8]?
  ) -> [Difference] {
    var found: [Difference] = []
    if method != received.method { found.append(.method) }
    if origin.lowercased() != self.origin.lowercased() { found.append(.origin) }
    if !hasPath(of: received) { found.append(.path) }
    if !hasQuery(of: received) { found.append(.query) }
    found += headers.filter { !hasHeader($0, of: received) }.map { .header($0.name) }
    if !hasBody(of: received, sha256) { found.append(.body) }
    return found
  }

  private func hasPath(of received: ReceivedRequest) -> Bool {
    ReceivedRequest.matches(
      PercentEncoding.normalized(received.path), normalizedPath,
      marker: PercentEncoding.normalized(Array(gap.utf8)))
  }

  private func hasQuery(of received: ReceivedRequest) -> Bool {
    ReceivedRequest.matches(
      FormEncoding.split(received.query), items, marker: Array(gap.utf8))
  }

  private func hasHeader(
    _ expected: (name: String, values: [String]), of received: ReceivedRequest
  ) -> Bool {
    let name = expected.name.lowercased()
    let values = received.headers.filter { $0.name.lowercased() == name }.map(\.value)
    let marker = Array(gap.utf8)
    return values.count == expected.values.count
      && zip(values, expected.values).allSatisfy {
        ReceivedRequest.matches(Array($0.utf8), Array($1.utf8), marker: marker)
      }
  }

  private func hasBody(of received: ReceivedRequest, _ sha256: ([UInt8]) -> [UInt8]?) -> Bool {
    let marker = Array(gap.utf8)
    switch body {
    case .bytes(let bytes): return ReceivedRequest.matches(received.body, bytes, marker: marker)
    case .form(let items):
      return ReceivedRequest.matches(FormEncoding.split(received.body), items, marker: marker)
    case .json(let document):
      guard let actual = try? JSONDocument(received.body) else { return false }
      // Most bodies have no gap, and this takes far less time for a long one.
      return actual.root.isEqual(to: document.root)
        || actual.root.matches(document.root, gap: gap)
    case .parts(let parts):
      return received.parts.map { Self.matches($0, parts, gap: gap, sha256: sha256) } ?? false
    }
  }

  /// Returns whether parts match others in order; those of a JSON type match by their meaning.
  static func matches(
    _ received: [ReceivedParts.Part], _ parts: [Part], gap: String,
    sha256: ([UInt8]) -> [UInt8]?
  ) -> Bool {
    let marker = Array(gap.utf8)
    return received.count == parts.count
      && zip(received, parts).allSatisfy { received, part in
        guard received.name == part.name, received.type == part.type,
          ReceivedRequest.matches(
            Array((received.filename ?? "").utf8), Array((part.filename ?? "").utf8),
            marker: marker)
        else { return false }
        guard case .bytes(let bytes) = part.content else {
          return part.content == .digest(sha256(received.bytes) ?? [])
        }
        if ReceivedRequest.matches(received.bytes, bytes, marker: marker) { return true }
        guard part.type?.subtype.hasSuffix("json") == true,
          let actual = try? JSONDocument(received.bytes), let expected = try? JSONDocument(bytes)
        else { return false }
        return actual.root.matches(expected.root, gap: gap)
      }
  }
}

extension ReceivedRequest {
  /// The parts of its multipart body; nil if it has no such body.
  package var parts: [ReceivedParts.Part]? {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value
    return type.flatMap { ReceivedParts(body, contentType: $0)?.parts }
  }
}
