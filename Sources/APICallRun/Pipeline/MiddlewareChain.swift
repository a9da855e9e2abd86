package import APICallContracts
import APICallHTTP
import APICallModel
import APICallResponses
package import APICallRequests
import APICallSafety

/// Lists the middleware of a call in order.
///
/// A call that needs none goes straight to its requester. The outermost comes first, and handles
/// everything inside it as one exchange. A page is retried by itself, a retry follows the redirects
/// again, and each redirect hop answers its own challenges. A refused login is not retried. A tap
/// sees each single exchange. The mock server is innermost, since all others depend on the real
/// origins.
package enum MiddlewareChain {
  package static func links(
    for call: Call, in resources: CallResources, telling refusals: RefusalWatch? = nil,
    keeping tokens: any TokenStore = NoTokens(), tappedBy taps: [any ExchangeMiddleware] = [],
    since sync: ListSync? = nil
  ) -> [any ExchangeMiddleware] {
    var links: [any ExchangeMiddleware] = []
    if let inFlight = resources.inFlight { links.append(DuplicateDetection(inFlight: inFlight)) }
    if let pagination = call.endpoint.pagination {
      links.append(
        PageTurner(
          pagination: pagination, call: call, registry: resources.registry, world: resources.world,
          sync: sync))
    }
    let retry = call.endpoint.retry.flatMap {
      $0.times > 0 && $0.allows(call.request) ? $0 : nil
    }
    if retry != nil || resources.pace?.followsFields == true {
      links.append(
        Retrier(
          rule: retry, expectation: call.endpoint.expectation.status,
          causes: retry.flatMap { _ in RetryCauses(of: call, registry: resources.registry) },
          pace: resources.pace, world: resources.world, deadline: call.deadline))
    }
    if let redirects = call.endpoint.redirects, redirects.limit > 0 {
      links.append(RedirectFollower(rule: redirects, call: call))
    }
    if let refusals {
      links.append(
        RefusalWatching(
          watch: refusals, origin: call.request.url.origin,
          expected: call.endpoint.expectation.status))
    }
    if let responder = call.authorization?.responder {
      links.append(ChallengeAnswering(by: responder, for: call.request))
    }
    if let cookies = call.cookies {
      links.append(CookieKeeping(cookies: cookies, call: call, world: resources.world))
    }
    if let authorization = call.authorization, let signer = authorization.signer {
      links.append(
        RequestSigning(
          signer: signer, made: authorization.made, tokens: tokens,
          origin: call.request.url.origin))
    }
    let addsValues = call.cookies != nil || call.authorization?.signer != nil
    if call.confinement != nil || call.lock != nil || addsValues {
      links.append(SecretConfining(call: call))
    }
    let hasSigner = call.authorization?.signer != nil
    links += hasSigner ? taps.map { CredentialBypass(tap: $0) } : taps
    if let mock = call.mock { links.append(MockDiversion(mock: mock)) }
    return links
  }
}
