import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallReading
package import APICallSafety

/// The stored secrets in a request, which limit where parts of its response may go.
package struct RequestConfinement: Sendable {
  package let secrets: Confinement
  /// Finds the secrets, and values in the request that were made of them.
  package let echoes: EchoSearch
  /// Why parts of the response are limited; nil if the user trusts all files of the call.
  package let distrust: Distrust?
}

/// Decides whether the request of a call may be sent to its origin; nothing else decides that.
struct RequestGate {
  let call: Call
  let host: Provenance
  let trail: SecretTrail

  /// Returns the stored secrets in the request; nil if it contains none.
  ///
  /// `distrust` says why the user does not trust all files of the call; nil if the user does.
  ///
  /// Throws a ``Failure`` with exit status 77 that names the value that may not be sent.
  func confinement(
    naming chain: CallChain?, distrust: () -> Distrust?
  ) throws(Failure) -> RequestConfinement? {
    var secrecy = call.request.secrecy
    if let authorization = call.authorization { secrecy.join(authorization.secrecy) }
    secrecy.join(host.secrecy)
    let origin = call.request.url.origin
    try checkLock(secrecy, distrust)
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
      try checkChosenHost(origin, naming: chain, distrust)
    }
    if !secrecy.isOpen {
      trail.note(call.request.texts, and: hasUnconfinedCredential ? credentials : [])
      // What was made of a secret was sent: a server may know the secret.
      trail.note(masked: call.scope.secretValues.flatMap { Redactor.secrets(in: $0) })
    }
    guard let secrets = secrecy.confinement else { return nil }
    let confinement = RequestConfinement(
      secrets: secrets, echoes: EchoSearch(for: secrets, made: call.request.texts),
      distrust: distrust())
    trail.note(secrets, untrusted: confinement.distrust)
    return confinement
  }

  private func checkLock(
    _ secrecy: Secrecy, _ distrust: () -> Distrust?
  ) throws(Failure) {
    guard let lock = call.lock else {
      // The files do not name the secret that a value was made from.
      guard RequestRule.lock.holds, let secrets = secrecy.confinement,
        let root = secrets.roots.first(where: {
          Runnable.endpoint(call.endpoint).usedSecrets[$0.name] == nil
        }),
        let distrust = distrust()
      else { return }
      throw Failure(
        .noPermission,
        "the request contains a value that was made from the secret '\(root.name)', which "
          + "no file of this run names", at: call.endpoint.targetMark,
        hint: distrust.hint("permits that"))
    }
    if let refusal = lock.refusal(of: call.request, for: call.endpoint, with: secrecy) {
      throw Failure(.noPermission, [refusal.diagnostic(at: call.endpoint.targetMark)])
    }
  }

  private var credentials: [[UInt8]] { call.authorization?.secrets ?? [] }

  private func checkChosenHost(
    _ origin: Origin, naming chain: CallChain?, _ distrust: () -> Distrust?
  ) throws(Failure) {
    let plain = origin.withoutRootDot
    if !host.servers.isEmpty, host.servers.allSatisfy({ $0.withoutRootDot == plain }) { return }
    // A secret that is stored for an origin may go there, whatever chose the host.
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
      at: call.endpoint.targetMark,
      hint: "write the host in a trusted file, or send the request without the secret")
  }

  /// The name of the first secret in the request that is neither a stored one nor made of one.
  private var secretName: String? {
    let found = call.endpoint.firstReference { reference, span in
      guard let binding = try? call.scope.binding(of: reference, at: span) else { return false }
      return binding.provenance.secrecy.holdsUnconfined
    }
    return found?.name
  }

  /// Whether the request is authorised by anything besides stored secrets.
  private var hasUnconfinedCredential: Bool {
    guard let authorization = call.authorization else { return false }
    return authorization.secrecy.confinement == nil || authorization.secrecy.holdsUnconfined
  }
}
