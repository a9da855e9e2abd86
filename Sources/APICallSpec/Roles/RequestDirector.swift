package import APICallBase
package import APICallHTTP

/// Builds the request of an endpoint: tells a ``URLBuilder`` the host, the path and the query, then
/// adds the headers and the body.
///
/// Directors differ in where a request goes and in nothing else: ``ProfileDirector`` sends it to the
/// project's own host, ``ExternalDirector`` to a host that the spec or the command line names.
package protocol RequestDirector: Sendable {
  /// The host that the request goes to.
  ///
  /// - Parameter scope: the names that placeholders may use.
  /// - Returns: the host.
  /// - Throws: a ``Diagnostic`` where there is none.
  func host(in scope: Scope) throws(Diagnostic) -> HostAddress

  /// Who chose the host.
  ///
  /// - Parameter scope: the names that placeholders may use.
  /// - Returns: where the values in it come from.
  func hostProvenance(in scope: Scope) -> Provenance
}

extension RequestDirector {
  package func hostProvenance(in scope: Scope) -> Provenance { .file }
}
