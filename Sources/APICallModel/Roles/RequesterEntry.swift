package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallSafety

/// A requester in the registry, with a closure that makes one for a call.
package struct RequesterEntry: Sendable {
  package let name: String
  package let summary: String
  /// Whether requests leave this machine, and so may change something elsewhere.
  package let isRemote: Bool
  package var options: [RoleOption] = []
  package let make: @Sendable (RequesterContext) throws(Failure) -> any RequestSender

  package init(
    _ name: String, summary: String, isRemote: Bool = true,
    make: @escaping @Sendable (RequesterContext) throws(Failure) -> any RequestSender
  ) {
    self.name = name
    self.summary = summary
    self.isRemote = isRemote
    self.make = make
  }

  package init<Made: NamedRequester>(
    _ type: Made.Type, isRemote: Bool = true,
    make: @escaping @Sendable (RequesterContext) throws(Failure) -> Made
  ) {
    self.init(type.name, summary: type.summary, isRemote: isRemote) {
      (context) throws(Failure) in try make(context)
    }
  }
}

/// The call for which a requester is made.
package struct RequesterContext: Sendable {
  package let endpoint: EndpointSpec
  package let director: any HostDirector
  package let world: World
  package var options = OptionValues()

  package init(endpoint: EndpointSpec, director: any HostDirector, world: World) {
    self.endpoint = endpoint
    self.director = director
    self.world = world
  }
}

/// Gives the host of a request, which is built the same way for all of them.
///
/// Directors differ only in where a request goes: ``ProfileDirector`` sends it to the project's own
/// host, ``ExternalDirector`` to a host that the spec or the command line names.
package protocol HostDirector: Sendable {
  /// The host of the request.
  ///
  /// Throws a ``Message`` if there is none.
  func host(in scope: Scope) throws(Message) -> HostAddress

  func hostProvenance(in scope: Scope) -> Provenance
}

extension HostDirector {
  package func hostProvenance(in scope: Scope) -> Provenance { .file }
}
