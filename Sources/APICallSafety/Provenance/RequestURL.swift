/// The URL of a request: an origin, a path and a query, already encoded (RFC 3986).
package struct RequestURL: Sendable, Hashable {
  /// The scheme, host and port.
  package var origin: Origin
  /// The path with its leading slash, percent-encoded.
  package var path: ProtectedText
  /// The query without its question mark, percent-encoded; nil if the URL has none.
  package var query: ProtectedText?

  /// Creates a URL.
  package init(origin: Origin, path: ProtectedText, query: ProtectedText? = nil) {
    self.origin = origin
    self.path = path
    self.query = query
  }

  /// The request target: the path and the query (RFC 9112, section 3.2.1).
  package var target: ProtectedText {
    text(after: "")
  }

  /// The whole URL.
  package var text: ProtectedText {
    text(after: origin.description)
  }

  private func text(after origin: String) -> ProtectedText {
    var text = ProtectedText(
      reserving: origin.utf8.count + path.count + (query.map { 1 + $0.count } ?? 0))
    text.append(origin)
    text.append(path)
    if let query {
      text.append("?")
      text.append(query)
    }
    return text
  }
}
