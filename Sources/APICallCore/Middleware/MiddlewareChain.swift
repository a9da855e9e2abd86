/// The middleware of a call: what there is of it, and in which order.
///
/// A call that asks for none goes straight to its requester.
package enum MiddlewareChain {
  /// Finds the middleware that a call needs.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - world: tells the time, waits, computes digests.
  /// - Returns: the middleware, the outermost first.
  package static func links(for call: Call, in world: World) -> [any Middleware] {
    var links: [any Middleware] = []
    if let responder = call.authorization?.responder {
      links.append(ChallengeAnswering(by: responder, for: call.request))
    }
    if let mock = call.mock { links.append(MockDiversion(to: mock)) }
    return links
  }
}
