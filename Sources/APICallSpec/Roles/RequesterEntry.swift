package import APICallBase
package import APICallHTTP

/// A requester as it can be chosen, and how one is made for a call.
package struct RequesterEntry: Sendable {
  /// The name by which it is asked for.
  package let name: String
  /// One line that says how it sends.
  package let summary: String
  /// Whether requests leave this machine, so that they may change something elsewhere.
  package let isRemote: Bool
  /// What can be set.
  package var options: [RoleOption] = []
  /// Makes one for a call.
  package let make: @Sendable (RequesterContext) throws(Failure) -> any Requester

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: the name by which it is asked for.
  ///   - summary: one line that says how it sends.
  ///   - isRemote: whether requests leave this machine.
  ///   - make: makes one for a call.
  package init(
    _ name: String, summary: String, isRemote: Bool = true,
    make: @escaping @Sendable (RequesterContext) throws(Failure) -> any Requester
  ) {
    self.name = name
    self.summary = summary
    self.isRemote = isRemote
    self.make = make
  }

  /// Creates the entry of a requester that names itself.
  ///
  /// - Parameters:
  ///   - type: the requester.
  ///   - isRemote: whether requests leave this machine.
  ///   - make: makes one for a call.
  package init<Made: NamedRequester>(
    _ type: Made.Type, isRemote: Bool = true,
    make: @escaping @Sendable (RequesterContext) throws(Failure) -> Made
  ) {
    self.init(type.name, summary: type.summary, isRemote: isRemote) {
      (context) throws(Failure) in try make(context)
    }
  }
}

/// The call that a requester is made for.
package struct RequesterContext: Sendable {
  package let endpoint: Endpoint
  package let director: any RequestDirector
  package let world: World
  /// The values of the requester's options.
  package var options = OptionValues()

  package init(endpoint: Endpoint, director: any RequestDirector, world: World) {
    self.endpoint = endpoint
    self.director = director
    self.world = world
  }
}

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
