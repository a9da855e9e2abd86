import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety

/// Builds a URL from its parts, each percent-encoded for its place.
///
/// ```swift
/// var builder = URLBuilder()
/// builder.setHost("https://api.example.com")
/// builder.setPath("item/token/{id}")
/// builder.addQueryItem("id", "a/b")
/// builder.addQueryItem("page", "2")
/// try builder.build()  // https://api.example.com/item/token/a%2Fb?page=2
/// ```
///
/// A query item fills the token of its name in the path, if there is one; otherwise it is appended.
/// A value never leaves its place: it stays one segment of the path, or one item of the query.
public struct URLBuilder: Sendable {
  private var host: String?
  private var path = ""
  private var items: [(name: String, value: String)] = []

  /// Creates a builder without any part.
  public init() {}

  /// Sets where the URL leads.
  ///
  /// - Parameter host: `scheme://host[:port][/base]`; without a scheme, it is https. The base is the
  ///   beginning of every path.
  public mutating func setHost(_ host: String) { self.host = host }

  /// Sets the path; a missing slash at its beginning is added.
  ///
  /// - Parameter path: such as `/users/{id}`. Characters that a path cannot have are encoded, `?`
  ///   among them.
  public mutating func setPath(_ path: String) { self.path = path }

  /// Fills the tokens of this name in the path, or appends a query item if there are none.
  ///
  /// Items are appended in their order; a name can occur more than once. Of several values for a
  /// token the first one counts, and the others are appended.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - value: the value; a token needs one that is not empty.
  public mutating func addQueryItem(_ name: String, _ value: String) {
    items.append((name, value))
  }

  /// Builds the URL.
  ///
  /// - Returns: the URL (RFC 3986), which an ``Endpoint`` takes.
  /// - Throws: a ``URLProblem`` if a part is missing or cannot be at its place.
  public func build() throws(URLProblem) -> String {
    guard let host else { throw .noHost }
    var builder = RequestURLBuilder()
    do throws(HostProblem) { builder.setHost(try HostAddress(host)) } catch {
      throw .invalidHost(host, error.diagnostic(of: host).words)
    }
    builder.setPath(
      PathTemplate.tokens(in: path).map { piece in
        switch piece {
        case .text(let text): .text(text)
        case .token(let name): .token(name)
        case .placeholder: .text("")
        }
      })
    for item in items { builder.addQueryItem(item.name, ProtectedText(item.value)) }
    return try rethrowing(builder.build().text.revealed) { (error: RequestURLProblem) in
      URLProblem(error)
    }
  }
}

/// Why parts do not form a URL.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum URLProblem: Error, Sendable, Hashable {
  /// No host was set.
  case noHost
  /// The host is not one, with the reason in words.
  case invalidHost(String, String)
  /// No query item fills a token of the path.
  case unfilledToken(String)
  /// A value in the path is empty.
  case emptySegment
  /// The path would contain the segment `.` or `..`, which servers remove.
  case dotSegment(String)
}

extension URLProblem: CustomStringConvertible {
  /// The problem in words: lower case, no full stop.
  public var description: String {
    switch self {
    case .invalidHost(_, let reason): reason
    case .noHost: RequestURLProblem.noHost.diagnostic(at: nil).words
    case .unfilledToken(let name):
      "{\(name)} in the path is not filled: there is no query item of that name"
    case .emptySegment: RequestURLProblem.emptySegment.diagnostic(at: nil).words
    case .dotSegment(let segment):
      RequestURLProblem.dotSegment(segment).diagnostic(at: nil).words
    }
  }

  init(_ problem: RequestURLProblem) {
    switch problem {
    case .noHost: self = .noHost
    case .unfilledToken(let name): self = .unfilledToken(name)
    case .emptySegment: self = .emptySegment
    case .dotSegment(let segment): self = .dotSegment(segment)
    }
  }
}
