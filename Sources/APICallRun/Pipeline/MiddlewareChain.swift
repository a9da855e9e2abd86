package import APICallBase
package import APICallContracts
package import APICallModel
package import APICallRequests

/// Lists the middleware of a call in order.
///
/// A call that needs none goes straight to its requester. The outermost comes first, and handles
/// everything inside it as one exchange. A page is retried by itself, a retry follows the redirects
/// again, and each redirect hop answers its own challenges. A refused login is not retried. A tap
/// sees each single exchange. The mock server is innermost, since all others depend on the real
/// origins.
package enum MiddlewareChain {
  package static func links(
    for call: Call, of registry: Registry, in world: World,
    sharing inFlight: InFlightRequests? = nil, telling refusals: RefusalWatch? = nil,
    keeping tokens: any TokenStore = NoTokens(), tappedBy taps: [any Middleware] = []
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
    if let refusals {
      links.append(
        RefusalWatching(
          for: refusals, call.request, expecting: call.endpoint.expectation.status))
    }
    if let responder = call.authorization?.responder {
      links.append(ChallengeAnswering(by: responder, for: call.request))
    }
    if let authorization = call.authorization, let signer = authorization.signer {
      links.append(
        RequestSigning(
          by: signer, telling: authorization.made, keeping: tokens, for: call.request))
    }
    if call.confinement != nil || call.lock != nil { links.append(SecretConfining(of: call)) }
    links += taps
    if let mock = call.mock { links.append(MockDiversion(to: mock)) }
    return links
  }
}
