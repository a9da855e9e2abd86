package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallSafety

/// Makes the calls of one endpoint, and has the requester that sends them.
package final class CallMaker: Sendable {
  package let endpoint: EndpointSpec
  package let requester: any RequestSender
  package let requesterName: String

  private let director: any HostDirector
  package let builder: CallBuilder
  private let destination: Destination
  /// Whether calls leave this machine, or simulate that; made-up values are of no use elsewhere.
  package let isRemote: Bool

  /// Throws a ``Failure`` if the requester does not exist, or its options are invalid.
  package init(_ endpoint: EndpointSpec, with resources: CallResources) throws(Failure) {
    self.endpoint = endpoint
    destination = resources.destination
    let name = resources.requesterName(for: endpoint)
    requesterName = name
    isRemote = resources.registry.isRemote(name)
    var builder = CallBuilder(world: resources.world, destination: resources.destination)
    builder.sources = resources.sources
    builder.lock = resources.lock
    // A call that does not leave this machine needs no secrets.
    let store = resources.secrets
    if isRemote { builder.secrets = { store } }
    builder.isGuarding = isRemote && !destination.allowsWrites && destination.mock == nil
    builder.prepare(for: endpoint)
    builder.cookies = try resources.cookies.store(
      for: endpoint, isKept: isRemote && destination.mock == nil, in: resources)
    director = builder.director(for: endpoint)
    self.builder = builder
    requester = try resources.registry.requester(
      named: name,
      for: RequesterContext(endpoint: endpoint, director: director, world: resources.world))
  }

  /// Returns the call, which may be sent.
  ///
  /// Throws a ``Failure`` with everything that is wrong with the request; its status is 77 if the
  /// request may not be sent.
  package func call(in inputs: Scope) throws(Failure) -> Call {
    let call = try builder.call(endpoint, in: inputs, by: director)
    if isRemote { try WriteGuard.check(call, to: destination) }
    guard
      call.request.identity?.origins.contains(call.request.url.origin) != true
        || requesterName == CallResources.usualRequester
    else {
      throw Failure(
        .badConfiguration,
        "the requester '\(requesterName)' does not know 'ca', 'cert' and 'pin' of the profile",
        hint: "use the requester '\(CallResources.usualRequester)', or another profile")
    }
    return call
  }

  /// The origin of a call, as far as it is known before the call is made; nil if it is not.
  package func origin(in inputs: Scope) -> Origin? { address(in: inputs)?.origin }

  /// The host of a call, as far as it is known before the call is made; nil if it is not.
  package func address(in inputs: Scope) -> HostAddress? {
    destination.address(of: endpoint, by: director, in: inputs)
  }
}
