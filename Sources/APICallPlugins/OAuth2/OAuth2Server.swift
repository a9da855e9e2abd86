import APICallContracts
import APICallHTTP
import APICallSafety

/// The server that issues tokens, as far as a file names it.
struct OAuth2Server: Sendable {
  let issuer: RequestURL?
  let tokenURL: RequestURL?
  let authorizeURL: RequestURL?
  let deviceURL: RequestURL?
  /// The URL to which the server sends the user back; nil for one of ours.
  let redirect: RequestURL?

  /// Reads the URLs; a relative one is below the API's own origin, if that is known.
  init(_ values: OptionValues, below origin: Origin?) throws(AuthProblem) {
    func url(_ name: String) throws(AuthProblem) -> RequestURL? {
      guard let text = values[name]?.revealed else { return nil }
      return try Self.url(text, of: name, below: origin)
    }
    issuer = try url("issuer")
    tokenURL = try url("token_url")
    authorizeURL = try url("authorize_url")
    deviceURL = try url("device_url")
    redirect = try url("redirect")
    if let issuer { try Self.check([tokenURL, authorizeURL, deviceURL], beside: issuer) }
    if let redirect { try Self.check(redirect, values["redirect"]?.revealed ?? "") }
  }

  /// Checks that no other server gets the code of a user who logs in at the issuer.
  private static func check(
    _ urls: [RequestURL?], beside issuer: RequestURL
  ) throws(AuthProblem) {
    for (name, url) in zip(["token_url", "authorize_url", "device_url"], urls) {
      guard let url, url.origin != issuer.origin else { continue }
      throw AuthProblem(
        "'\(name)' is at \(url.origin), and 'issuer' at \(issuer.origin)", of: name,
        hint: "remove one of them: the metadata of an issuer names its other URLs")
    }
  }

  /// The issuer as the server itself writes it, octet for octet (RFC 8414, section 3.3).
  static func issuerText(_ values: OptionValues) -> String? { values["issuer"]?.revealed }

  private static func url(
    _ text: String, of name: String, below origin: Origin?
  ) throws(AuthProblem) -> RequestURL {
    func problem(_ reason: String, hint: String) -> AuthProblem {
      AuthProblem("'\(text)' cannot be the '\(name)': \(reason)", of: name, hint: hint)
    }
    let form = "write https://host/path"
    let base = origin ?? Origin(scheme: .https, host: "relative.invalid")
    guard !text.contains("#"), !text.isEmpty else {
      throw problem(text.isEmpty ? "it is empty" : "it has a fragment", hint: form)
    }
    let url: RequestURL
    do {
      url = try URLReference(text).resolved(against: RequestURL(origin: base, path: "/"))
    } catch {
      throw problem("it is not a URL of a server", hint: form)
    }
    if name != "token_url", !text.contains("://") { throw problem("it has no host", hint: form) }
    guard url.origin.scheme == .https || url.origin.isLoopback else {
      throw problem(
        "it is not over TLS", hint: "write https; http is only for servers on this machine")
    }
    return url
  }

  /// Checks that a redirect leads to this machine (RFC 8252, section 7.3).
  private static func check(_ redirect: RequestURL, _ text: String) throws(AuthProblem) {
    let hosts = ["127.0.0.1", "localhost"]
    guard redirect.origin.scheme == .http, hosts.contains(redirect.origin.host),
      redirect.query == nil
    else {
      throw AuthProblem(
        "'\(text)' does not lead to this machine", of: "redirect",
        hint: "write http://127.0.0.1:PORT/PATH or http://localhost:PORT/PATH, as registered")
    }
  }
}
