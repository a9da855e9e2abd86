package import APICallHTTP
package import APICallSafety
import APICallText

/// Collects the parts of a URL from a director, and builds the URL.
///
/// A path may contain tokens, `/item/token/{id}`: a query item of that name fills the token instead
/// of being appended. The builder does not deal with header fields or bodies.
package struct RequestURLBuilder: Sendable {
  /// A piece of a path.
  package enum PathPiece: Sendable {
    /// Text as the author wrote it, percent-encoded except for characters that a path allows.
    case text(String)
    /// A value that becomes part of one segment.
    case value(ProtectedText)
    /// A value whose slashes separate segments, none of them empty.
    case segments(ProtectedText)
    case token(String)
  }

  private var host: HostAddress?
  private var path: [PathPiece] = []
  private var items: [(name: String, value: ProtectedText)] = []

  package init() {}

  package mutating func setHost(_ host: HostAddress) { self.host = host }

  /// Sets the path; a missing leading slash is added.
  package mutating func setPath(_ pieces: [PathPiece]) {
    if case .text(let text) = pieces.first, text.begins(with: "/") {
      path = pieces
    } else {
      path = [.text("/")] + pieces
    }
  }

  /// Fills the path's tokens of that name, or appends a query item if there are none.
  package mutating func addQueryItem(_ name: String, _ value: ProtectedText) {
    guard !fillToken(name, with: value) else { return }
    items.append((name, value))
  }

  /// Returns whether there were any.
  @discardableResult
  package mutating func fillToken(_ name: String, with value: ProtectedText) -> Bool {
    var found = false
    for index in path.indices {
      if case .token(name) = path[index] {
        path[index] = .value(value)
        found = true
      }
    }
    return found
  }

  /// Returns the URL, with every part encoded.
  ///
  /// Throws a ``RequestURLProblem`` if a part is missing or is invalid in its place.
  package func build() throws(RequestURLProblem) -> RequestURL {
    guard let host else { throw .noHost }
    var encoded = ProtectedText(host.basePath)
    for piece in path {
      switch piece {
      case .text(let text):
        let bytes = PercentEncoding.encode(Array(text.utf8), for: .pathText)
        encoded.append(ProtectedText(bytes: bytes))
      case .value(let value):
        guard !value.isEmpty else { throw .emptySegment }
        encoded.append(PercentEncoding.encode(value, for: .value))
      case .segments(let value):
        let segments = value.revealedBytes.split(
          separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.allSatisfy({ !$0.isEmpty }) else { throw .emptySegment }
        let bytes = segments.map { PercentEncoding.encode(Array($0), for: .value) }
          .joined(separator: [UInt8(ascii: "/")])
        encoded.append(ProtectedText(bytes: Array(bytes), value.secrecy))
      case .token(let name): throw .unfilledToken(name)
      }
    }
    if encoded.isEmpty { encoded = "/" }
    if let segment = PathSyntax.dotSegment(in: encoded.revealed) { throw .dotSegment(segment) }
    return RequestURL(origin: host.origin, path: encoded, query: query)
  }

  private var query: ProtectedText? {
    items.isEmpty ? nil : FormEncoding.join(items, for: .value)
  }
}

/// Why the parts do not form a URL.
package enum RequestURLProblem: Error, Sendable, Hashable {
  case noHost
  case unfilledToken(String)
  case emptySegment
  /// A segment is `.` or `..`.
  case dotSegment(String)
}
