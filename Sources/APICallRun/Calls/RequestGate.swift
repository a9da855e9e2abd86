package import APICallBase
import APICallHTTP
import APICallSpec

/// The stored secrets that a request holds, for what comes of its response.
package struct RequestConfinement: Sendable {
  /// The secrets.
  package let secrets: Confinement
  /// Finds them, and what the request has that was made of them.
  package let echoes: EchoSearch
  /// Why parts of the response go nowhere else; nil where the user trusts all that the call is made of.
  package let distrust: Distrust?
}

/// The one place that decides whether a call's request may be sent where it goes.
struct RequestGate {
  private let call: Call
  private let host: Provenance
  private let trail: SecretTrail
  private let distrust: () -> Distrust?

  /// Looks at a call.
  ///
  /// - Parameters:
  ///   - call: the call with its request.
  ///   - host: who chose its host.
  ///   - trail: the secrets that were sent before in this run, for what a server sent back of them, and
  ///     for what was put together of their parts; what may be sent now is noted there.
  ///   - distrust: finds out why the user does not trust all that the call is made of.
  init(
    _ call: Call, host: Provenance, after trail: SecretTrail,
    distrust: @escaping () -> Distrust?
  ) {
    self.call = call
    self.host = host
    self.trail = trail
    self.distrust = distrust
  }

  /// Decides.
  ///
  /// - Parameter chain: the files that led to the call.
  /// - Returns: the stored secrets that the request holds; nil where it holds none.
  /// - Throws: a ``Failure`` with exit status 77 that says which value may not go where it would go.
  func confinement(naming chain: CallChain?) throws(Failure) -> RequestConfinement? {
    var secrecy = call.request.secrecy
    if let authorization = call.authorization { secrecy.join(authorization.secrecy) }
    secrecy.join(host.secrecy)
    let origin = call.request.url.origin
    if let search = trail.search { secrecy.join(search.secrecy(of: call.request)) }
    let isChosen = host.writers.contains(.response)
    guard !secrecy.isOpen || call.authorization != nil || isChosen else { return nil }
    if let secrets = secrecy.confinement, !secrets.allows(origin),
      RequestRule.secretOrigins.holds
    {
      throw Failure(
        .noPermission,
        SecretRefusal(secrets, to: origin).diagnostics(in: call.endpoint, scope: call.scope))
    }
    if isChosen, RequestRule.chosenHosts.holds {
      try checkChosenHost(origin, naming: chain)
    }
    if !secrecy.isOpen {
      trail.note(call.request.texts, and: hasUnconfinedCredential ? credentials : [])
    }
    guard let secrets = secrecy.confinement else { return nil }
    let confinement = RequestConfinement(
      secrets: secrets, echoes: EchoSearch(for: secrets, made: call.request.texts),
      distrust: distrust())
    trail.note(secrets, untrusted: confinement.distrust)
    return confinement
  }

  /// What authorises the request.
  private var credentials: [[UInt8]] { call.authorization?.secrets ?? [] }

  /// Checks a host that a response chose.
  private func checkChosenHost(_ origin: Origin, naming chain: CallChain?) throws(Failure) {
    let plain = origin.withoutRootDot
    if !host.servers.isEmpty, host.servers.allSatisfy({ $0.withoutRootDot == plain }) { return }
    // What is stored for the origin may go there whoever names it.
    let isOwn = call.request.holdsUnconfinedSecret || hasUnconfinedCredential
    guard isOwn || trail.finds(typedIn: call.request.texts) else { return }
    if distrust() == nil {
      let named = call.endpoint.namedOrigins + (chain?.namedOrigins ?? [])
      if named.contains(where: { $0.withoutRootDot == plain }) { return }
    }
    let servers = SecretRefusal.list(host.servers.map(\.description))
    let other = isOwn ? "a secret" : "a secret that was sent earlier in this run"
    let secret = secretName.map { "the secret '\($0)'" } ?? other
    throw Failure(
      .noPermission,
      "\(servers.isEmpty ? "a response" : "a response from \(servers)") chose the host \(origin), and "
        + "this request contains \(secret)",
      at: (call.endpoint.url?.template ?? call.endpoint.host)?.mark,
      hint: "write the host in a trusted file, or send the request without the secret")
  }

  /// The name of the first secret in the request that is not a stored one, nor made of one.
  private var secretName: String? {
    let found = call.endpoint.firstReference { reference, span in
      guard let binding = try? call.scope.binding(of: reference, at: span) else { return false }
      return binding.provenance.secrecy.holdsUnconfined
    }
    return found?.name
  }

  /// Whether something authorises the request that is not made of stored secrets alone.
  private var hasUnconfinedCredential: Bool {
    guard let authorization = call.authorization else { return false }
    return authorization.secrecy.confinement == nil || authorization.secrecy.holdsUnconfined
  }
}
