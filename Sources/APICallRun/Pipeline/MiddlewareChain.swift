package import APICallBase
package import APICallHTTP
package import APICallSpec

/// The middleware of a call: what there is of it, and in which order.
///
/// A call that asks for none goes straight to its requester. The outermost comes first, and sees what
/// is inside of it as one exchange: a page is retried by itself, a retry follows the redirects anew,
/// and each hop of those answers its own challenges; a login that is refused is no matter of retries.
/// The mock server is innermost, since all others go by the true origins.
package enum MiddlewareChain {
  /// Finds the middleware that a call needs.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - registry: the decoders to choose from.
  ///   - world: tells the time, waits, computes digests.
  ///   - inFlight: what is under way and is not to be sent twice at a time; nil if nobody minds.
  ///   - refusals: what is told where the server does not take what was kept; nil if nothing was.
  ///   - tokens: where auth types keep what they get.
  /// - Returns: the middleware, the outermost first.
  package static func links(
    for call: Call, of registry: Registry, in world: World,
    sharing inFlight: InFlightRequests? = nil, telling refusals: RefusalWatch? = nil,
    keeping tokens: any TokenStore = NoTokens()
  ) -> [any Middleware] {
    var links: [any Middleware] = []
    if let inFlight { links.append(DuplicateDetection(among: inFlight)) }
    if let pagination = call.endpoint.pagination {
      links.append(PageTurner(pagination, of: call, registry: registry, world: world))
    }
    if let retry = call.endpoint.retry, retry.times > 0, retry.allows(call.request) {
      links.append(
        Retrier(
          retry, expecting: call.endpoint.expectation.status, in: world, until: call.deadline))
    }
    if let redirects = call.endpoint.redirects, redirects.limit > 0 {
      links.append(RedirectFollower(redirects, for: call))
    }
    if let refusals, !call.endpoint.expectation.accepts(401) {
      links.append(RefusalWatching(for: refusals, call.request))
    }
    if let responder = call.authorization?.responder {
      links.append(ChallengeAnswering(by: responder, for: call.request))
    }
    if let authorization = call.authorization, let signer = authorization.signer {
      links.append(
        RequestSigning(
          by: signer, telling: authorization.made, keeping: tokens, for: call.request))
    }
    if let confinement = call.confinement {
      links.append(SecretConfining(confinement, of: call))
    }
    if let mock = call.mock { links.append(MockDiversion(to: mock)) }
    return links
  }
}
