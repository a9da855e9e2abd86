import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety

/// The requests of a chain of redirects.
///
/// Each is made from the call's own request, never from the one before it. A part that was left out
/// once does not come back: after a chain has left the origin of the call, its requests carry no
/// credentials, wherever they go.
struct RedirectChain {
  private let original: OutgoingRequest
  private let rule: RedirectRule
  private let call: Call
  private var method: String
  private var url: RequestURL
  private var keepsBody = true
  private var hasLeftOrigin: Bool
  private var visited: [Stop]
  private var filter: OriginFilter?

  /// Distinguishes the requests of a chain.
  private struct Stop: Equatable {
    var method: String
    var url: RequestURL
    var hasLeftOrigin: Bool
  }

  init(from request: OutgoingRequest, by rule: RedirectRule, of call: Call) {
    original = request
    self.rule = rule
    self.call = call
    method = request.method
    url = request.url
    hasLeftOrigin = request.hasLeftOrigin || request.url.origin != call.request.url.origin
    visited = [Stop(method: request.method, url: request.url, hasLeftOrigin: hasLeftOrigin)]
  }

  mutating func next(after head: ResponseHead) throws(ExchangeError) -> OutgoingRequest {
    let target = try self.target(of: head)
    guard url.origin.scheme == .http || target.origin.scheme == .https else {
      throw failure(.insecure, head, OutgoingRequest(method: method, url: target))
    }
    let newMethod = rule.method(method, after: head.status)
    if newMethod != method { keepsBody = false }
    method = newMethod
    url = target
    if target.origin != call.request.url.origin { hasLeftOrigin = true }
    let request = self.request
    try check(request, head)
    return request
  }

  /// The target of a redirect (RFC 9110, section 10.2.2).
  private func target(of head: ResponseHead) throws(ExchangeError) -> RequestURL {
    let locations = head.contents(of: "Location")
    let first = locations.first ?? FieldText("")
    guard locations.allSatisfy({ $0 == first }) else {
      throw failure(.severalLocations(locations.count), head)
    }
    return try rethrowing(URLReference(first).resolved(against: url)) {
      (error: URLReferenceProblem) in failure(.unusableLocation(error.reason), head)
    }
  }

  private var request: OutgoingRequest {
    mutating get {
      var request = original
      request.method = method
      request.url = url
      if !keepsBody {
        request.body = nil
        request.headers.removeAll { OriginFilter.describesBody($0) }
      }
      guard hasLeftOrigin else { return request }
      request.hasLeftOrigin = true
      let filter = self.filter ?? OriginFilter(for: call, forwarding: rule.forward)
      self.filter = filter
      let host = HeaderField("Host", ProtectedText(url.origin.authority))
      request.headers = [host] + request.headers.filter { filter.passes($0) }
      return request
    }
  }

  private mutating func check(_ request: OutgoingRequest, _ head: ResponseHead)
    throws(ExchangeError)
  {
    let stop = Stop(method: method, url: url, hasLeftOrigin: hasLeftOrigin)
    guard !visited.contains(stop) else { throw failure(.circle, head, request) }
    guard visited.count <= rule.limit else {
      throw failure(.tooMany(limit: rule.limit), head, request)
    }
    if !OutgoingRequest.isSafe(method),
      let lost = original.headers.first(where: { field in
        (HeaderSyntax.isCondition(field.name) || field.isNamed(RetryRule.keyField))
          && !request.headers.contains { $0.isNamed(field.name) }
      })
    {
      throw failure(.lostField(lost.name), head, request)
    }
    if let body = request.body {
      if hasLeftOrigin, filter?.passes(body) == false {
        throw failure(.secretBody, head, request)
      }
      if let file = body.unrepeatableFile {
        throw .unreadableBody(RequestBodyFailure(.notRepeatable, file: file))
      }
    }
    if call.isGuarded, WriteGuard.refusal(of: request, in: call.endpoint) != nil {
      throw failure(.guarded, head, request)
    }
    visited.append(stop)
  }

  private func failure(
    _ reason: RedirectFailure.Reason, _ head: ResponseHead, _ request: OutgoingRequest? = nil
  ) -> ExchangeError {
    .redirect(
      RedirectFailure(
        reason, status: head.status, visited: visited.map(\.url), next: request))
  }
}
