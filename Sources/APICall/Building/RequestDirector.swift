/// Gives the URLs of one server, by the rules of ``URLBuilder``: directors differ in their host only.
///
/// ```swift
/// let own = try RequestDirector.profile(of: project)
/// let other = RequestDirector.external("https://tokens.example.com")
/// let url = try other.url("/item/token/{id}", ["id": id])
/// ```
public struct RequestDirector: Sendable {
  /// The host of all URLs: `scheme://host[:port][/base]`.
  public let host: String

  /// Creates a director for the host of a project's profile, which its endpoints have, too.
  ///
  /// - Parameter project: the project.
  /// - Returns: the director.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if the project has no such host.
  public static func profile(of project: Project) throws(RequestError) -> RequestDirector {
    RequestDirector(host: try project.host())
  }

  /// Creates a director for any other host.
  ///
  /// - Parameter host: `scheme://host[:port][/base]`; without a scheme, it is https.
  /// - Returns: the director.
  public static func external(_ host: String) -> RequestDirector { RequestDirector(host: host) }

  /// Sets the host of a builder.
  ///
  /// - Parameter builder: the builder, with a path and query items of its own.
  public func direct(_ builder: inout URLBuilder) { builder.setHost(host) }

  /// Builds a URL.
  ///
  /// - Parameters:
  ///   - path: the path, which may have tokens such as `{id}`.
  ///   - query: fills the tokens, and the query with what is left, in this order.
  /// - Returns: the URL.
  /// - Throws: a ``URLProblem``, as ``URLBuilder/build()`` does.
  public func url(
    _ path: String, _ query: KeyValuePairs<String, String> = [:]
  ) throws(URLProblem) -> String {
    var builder = URLBuilder()
    direct(&builder)
    builder.setPath(path)
    for (name, value) in query { builder.addQueryItem(name, value) }
    return try builder.build()
  }
}
