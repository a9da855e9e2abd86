import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety

extension Failure {
  /// The maximum number of hops of a chain that a message lists.
  private static let mostHops = 10
  private static let longestURL = 200
  private static let longestReason = 300

  init(_ failure: RedirectFailure, call: Call) {
    let redactor = Redactor(call)
    let from = failure.visited.last.map { Self.shown($0, redactor) } ?? ""
    let what = "cannot follow the redirect (\(failure.status)) from \(from)"
    let origin = failure.next?.url.origin ?? call.request.url.origin
    switch failure.reason {
    case .tooMany(let limit):
      let hops = Self.list(failure, redactor)
      if let next = failure.next?.url, failure.visited.contains(next) {
        self.init(
          .tooManyRedirects,
          "the redirects exceed the limit of \(limit), and go in a circle: \(hops)",
          hint: "the server may expect a cookie, but apicall keeps none")
        return
      }
      let more = limit < RedirectRule.mostHops ? min(limit * 2, RedirectRule.mostHops) : nil
      self.init(
        .tooManyRedirects, "the redirects exceed the limit of \(limit): \(hops)",
        hint: more.map { "--follow=\($0) follows more" },
        hintInFile: more.map { "'redirects: \($0)' in the file follows more" })
    case .circle:
      self.init(
        .tooManyRedirects, "the redirects go in a circle: \(Self.list(failure, redactor))",
        hint: "the server may expect a cookie, but apicall keeps none")
    case .severalLocations(let count):
      self.init(.protocolError, "\(what): it has \(count) Location fields that differ")
    case .unusableLocation(let reason):
      self.init(
        .protocolError,
        "\(what): its Location cannot be used: "
          + redactor.shortening(reason, to: Self.longestReason))
    case .insecure:
      self.init(
        .protocolError, "\(what): it leads from https to \(origin)",
        hint: "anyone on the way could read the request; if that is intended, call that URL itself")
    case .secretBody:
      self.init(
        .protocolError,
        "\(what): the body contains \(Self.secret(in: call)) and would be sent to \(origin)",
        hint: "secrets go only to the origin of the call; if intended, give --host \(origin)")
    case .lostField(let name):
      self.init(
        .protocolError, "\(what): it leads to \(origin), where '\(name)' is not sent",
        hint: "without it, the request could do more: give --host \(origin), or list the field in "
          + "'redirects.forward' if it holds no secret")
    case .guarded:
      let refusal = failure.next.flatMap { WriteGuard.refusal(of: $0, in: call.endpoint) }
      self.init(
        .noPermission, "\(what): it leads to \(origin), which is guarded",
        hint: "check where the call leads: the project guards this server")
      if let refusal { diagnostics += refusal.diagnostics }
    }
  }

  private static func secret(in call: Call) -> String {
    let names = call.endpoint.secretNames
    for template in call.endpoint.body?.templates ?? [] {
      for placeholder in template.placeholders {
        if let name = placeholder.firstSecret(among: names) { return "the secret '\(name)'" }
      }
    }
    return "a secret"
  }

  private static func list(_ failure: RedirectFailure, _ redactor: Redactor) -> String {
    var urls = failure.visited.map { shown($0, redactor) }
    if let next = failure.next { urls.append(shown(next.url, redactor)) }
    if urls.count > mostHops {
      urls.replaceSubrange((mostHops / 2)..<(urls.count - mostHops / 2), with: ["…"])
    }
    return urls.joined(separator: ", ")
  }

  private static func shown(_ url: RequestURL, _ redactor: Redactor) -> String {
    redactor.shortening(url.text.masked, to: longestURL)
  }

  /// The hint for a redirect that is not followed: its target.
  ///
  /// Returns the hint, and another one for places where no option applies; nil if it is not a
  /// redirect, or has no usable target.
  static func redirectHint(
    _ head: ResponseHead, of call: Call
  ) -> (hint: String, inFile: String)? {
    guard RedirectRule.isRedirect(head), (call.endpoint.redirects?.limit ?? 0) == 0,
      let location = head.contents(of: "Location").first,
      let url = try? URLReference(location).resolved(against: call.request.url)
    else { return nil }
    let target = "it leads to \(shown(url, Redactor(call)))"
    return ("\(target); --follow follows it", "\(target); 'redirects: 5' in the file follows it")
  }
}
