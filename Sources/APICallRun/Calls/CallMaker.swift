package import APICallBase
package import APICallHTTP
package import APICallSpec

/// Makes the calls of one endpoint, as many as are wanted, and has what sends them.
package final class CallMaker: Sendable {
  package let endpoint: Endpoint
  /// What sends the calls.
  package let requester: any Requester
  /// The name of the requester.
  package let requesterName: String

  private let director: any RequestDirector
  /// Makes them of their inputs.
  package let builder: CallBuilder
  private let destination: Destination
  /// Whether calls leave this machine, or stand for such; what only this machine makes up is worth
  /// nothing elsewhere.
  package let isRemote: Bool

  /// Finds out how calls are made.
  ///
  /// - Parameters:
  ///   - endpoint: what is called.
  ///   - resources: what calls are made with.
  /// - Throws: a ``Failure`` where there is no such requester, or its options are wrong.
  package init(_ endpoint: Endpoint, with resources: CallResources) throws(Failure) {
    self.endpoint = endpoint
    destination = resources.destination
    let name = resources.requesterName(for: endpoint)
    requesterName = name
    isRemote = resources.registry.isRemote(name)
    var builder = CallBuilder(world: resources.world, destination: resources.destination)
    builder.sources = resources.sources
    // What leaves this machine not at all needs no secrets.
    let shelf = resources.secrets
    if isRemote { builder.secrets = { shelf } }
    builder.isGuarding = isRemote && !destination.allowsWrites && destination.mock == nil
    builder.prepare(for: endpoint)
    director = builder.director(for: endpoint)
    self.builder = builder
    requester = try resources.registry.requester(
      named: name,
      for: RequesterContext(endpoint: endpoint, director: director, world: resources.world))
  }

  /// Makes a call.
  ///
  /// - Parameter inputs: the inputs, each with its value.
  /// - Returns: the call, which may be sent.
  /// - Throws: a ``Failure`` that says all that is wrong with the request; 77 where it may not be
  ///   sent.
  package func call(in inputs: Scope) throws(Failure) -> Call {
    let call = try builder.call(endpoint, in: inputs, by: director)
    if isRemote { try WriteGuard.check(call, to: destination) }
    return call
  }

  /// Where a call goes, as far as that is known before it is made; nil where it is not.
  package func origin(in inputs: Scope) -> Origin? {
    destination.mock ?? endpoint.origin(by: director, in: inputs)
  }
}
