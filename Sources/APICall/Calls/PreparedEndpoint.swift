import APICallBase
import APICallModel
import APICallRequests
import APICallSafety
import Synchronization

/// What all calls of an endpoint by one client have in common.
final class PreparedEndpoint: Sendable {
  let shared: Shared<CallResources>
  let maker: CallMaker

  init(_ endpoint: EndpointSpec, with shared: Shared<CallResources>) throws(Failure) {
    var resources = shared.value
    resources.lock = try RunLock.close(over: [.endpoint(endpoint)], with: resources)
    self.shared = Shared(resources)
    maker = try CallMaker(endpoint, with: resources)
  }
}

/// The prepared endpoints of a client.
///
/// Each keeps its endpoint, which never changes, so its identity stays its own.
final class PreparedEndpoints: Sendable {
  private struct Key: Hashable {
    let endpoint: ObjectIdentifier
    let permissions: Permissions
  }

  /// The most endpoints to keep: a program may make one for each call.
  static let most = 256

  private let known = Mutex<[Key: PreparedEndpoint]>([:])

  var count: Int { known.withLock { $0.count } }

  func prepared(
    _ endpoint: Endpoint, _ prepare: () throws(Failure) -> PreparedEndpoint
  ) throws(Failure) -> PreparedEndpoint {
    let key = Key(endpoint: ObjectIdentifier(endpoint.content), permissions: endpoint.permissions)
    if let found = known.withLock({ $0[key] }) { return found }
    let new = try prepare()
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[key] = new
    }
    return new
  }
}
