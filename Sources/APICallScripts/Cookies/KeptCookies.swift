package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallRequests
package import APICallSafety
import APICallText
import JSONText

/// The cookies that a session keeps under a name, for later runs and other processes.
package struct KeptCookies: CookieStore {
  let session: Session
  private let name: String
  let key: SessionKey
  let resources: CallResources
  let distrust: Distrust?

  package init?(
    named name: String, of user: String = "", in session: Session, untrusted distrust: Distrust?,
    with resources: CallResources
  ) {
    let inputs: [(name: String, value: Value)] = user.isEmpty ? [] : [("user", .text(user))]
    guard
      let key = SessionKey(
        spec: SessionKey.cookieMark + name, inputs: inputs, profile: nil, origin: "their servers",
        isTrusted: distrust == nil)
    else { return nil }
    self.name = name
    self.session = session
    self.key = key
    self.resources = resources
    self.distrust = distrust
  }

  package func store(of user: String) -> any CookieStore {
    guard !user.isEmpty else { return self }
    return KeptCookies(
      named: name, of: user, in: session, untrusted: distrust, with: resources) ?? self
  }

  package func jar() throws(Failure) -> CookieJar {
    guard let entry = try session.entry(for: key) else { return CookieJar() }
    if let distrust,
      let secret = entry.firstSecret(besides: resources.namesOfKept(untrusted: distrust))
    {
      throw Failure(
        .noPermission,
        "the kept cookies '\(name)' are of a run with the "
          + "secret '\(secret)', which no file of this run names",
        hint: distrust.hint("permits that"))
    }
    guard entry.isUsable(with: resources.secrets, only: nil) else { return CookieJar() }
    let oldest = resources.world.now().advanced(by: .zero - SessionRecord.longestAge)
    return CookieJar(
      entry.outputs.compactMap { output -> Cookie? in
        let provenance = output.provenance(with: resources.secrets, untrusted: distrust)
        if let secrets = provenance.secrecy.confinement {
          let isForTrust = secrets.roots.contains { $0.distrust != nil }
          resources.world.trail.note(secrets, untrusted: isForTrust ? distrust : nil)
        }
        let cookie = Cookie(output.value, provenance.secrecy.asMasked)
        // One that is for the time of a login ends with a month of silence.
        return cookie?.expires == nil && entry.taken.isBefore(oldest) ? nil : cookie
      })
  }

  package func update(_ change: (inout CookieJar) -> Bool) async throws(Failure) {
    try await session.withLock(key) { () throws(Failure) in
      var jar = try jar()
      guard change(&jar) else { return }
      let cookies = jar.cookies.suffix(SessionEntry.mostOutputs)
      let outputs = cookies.enumerated().map { index, cookie in
        SessionOutput(
          "c\(index)", json: cookie.json, from: Provenance(.response, cookie.value.secrecy))
      }
      try session.keep(
        SessionEntry(
          outputs, taken: resources.world.now(), secrets: resources.lock?.names ?? []),
        for: key)
    }
  }
}

extension Cookie {
  fileprivate init?(_ value: Value, _ secrecy: Secrecy) {
    guard case .json(let json) = value, let name = json["name"]?.string,
      let text = json["value"]?.string, let bytes = Base64.decode(Array(text.utf8)),
      let domain = json["domain"]?.string, let path = json["path"]?.string
    else { return nil }
    self.init(
      name: name, value: ProtectedText(bytes: bytes, secrecy), domain: domain,
      isHostOnly: json["host"]?.boolean ?? true, path: path,
      isSecure: json["secure"]?.boolean ?? true, isHTTPOnly: json["http"]?.boolean ?? true,
      expires: json["expires"]?.number?.integer.map { UTCTimestamp(seconds: $0) })
  }

  /// The cookie as JSON; its value is in Base64, since it may be any bytes.
  fileprivate var json: [UInt8] {
    let object = BuiltJSON.map([
      ("name", .text(name)), ("value", .text(Base64.encode(value.revealedBytes))),
      ("domain", .text(domain)), ("host", .boolean(isHostOnly)), ("path", .text(path)),
      ("secure", .boolean(isSecure)), ("http", .boolean(isHTTPOnly)),
      ("expires", expires.map { BuiltJSON($0.seconds) } ?? BuiltJSON(nil as String?)),
    ])
    return Array(object.compact.utf8)
  }
}
