package import APICallBase
package import APICallContracts
import APICallLanguage
import APICallModel
package import APICallRequests
import APICallResponses
import APICallSafety
package import APICallText

/// The store of the tokens of auth types, next to the outputs of needed calls: a token is the
/// output of a call that its type makes.
package struct SessionTokens: TokenStore {
  let store: OutputStore
  let resources: CallResources
  /// The reason why the file that names the auth type is not trusted; nil if it is trusted.
  let distrust: Distrust?
  /// Whether tokens come from another machine, so that keeping them is useful.
  let isRemote: Bool
  /// Creates the failure that later requests for the same token get.
  let failure: @Sendable (ExchangeError) -> Failure

  package init(
    for call: Call, of maker: CallMaker, with resources: CallResources, in store: OutputStore
  ) {
    self.store = store
    self.resources = resources
    distrust = maker.endpoint.distrust(after: resources.sources.chain, in: resources.world)
    isRemote = maker.isRemote
    failure = { Failure($0, call: call) }
  }

  package func token(
    for key: TokenKey, unless isRefused: ((Token) -> Bool)?,
    making make: (Token?) async throws(ExchangeError) -> Token
  ) async throws(ExchangeError) -> Token {
    guard let session = sessionKey(of: key) else { return try await make(nil) }
    var own: ExchangeError?
    func made(_ previous: Token?) async throws(Failure) -> Token {
      do throws(ExchangeError) { return try await make(previous) } catch {
        own = error
        // The failure says more than another one would.
        if case .authorization(.noToken(let reason)) = error, reason.endsLogin {
          try? store.drop(session)
        }
        throw failure(error)
      }
    }
    do throws(Failure) {
      if let isRefused {
        try store.refuse(
          for: session, where: { Token($0).map(isRefused) ?? false },
          restoring: { $0.record(of: Token.outputs, in: resources, untrusted: distrust) },
          at: resources.world.now())
      }
      let found = try await store.found(
        for: session, SessionFreshness(names: [Token.name]), isKept: isRemote, isRenewing: true,
        outputs: Token.outputs, untrusted: distrust, in: resources
      ) { (previous) throws(Failure) in
        let token = try await made(previous.flatMap(Token.init))
        return (token.record(from: key.origin), token.expires)
      }
      if var token = Token(found.record) {
        token.expires = found.expires
        return token
      }
      // The kept entry is not a token.
      return try await made(nil)
    } catch {
      throw own ?? .authorization(.noToken(TokenFailure(error)))
    }
  }

  package func keep(_ token: Token, for key: TokenKey) async throws(ExchangeError) {
    guard let session = sessionKey(of: key) else { return }
    do throws(Failure) {
      let isKept = try await store.keep(
        token.record(from: key.origin), until: token.expires, for: session, in: resources)
      guard !isKept else { return }
      throw Failure(
        .badConfiguration, "the login cannot be kept: no folder for it is known",
        hint: "set HOME or XDG_STATE_HOME")
    } catch {
      throw .authorization(.noToken(TokenFailure(error)))
    }
  }

  /// The stored token for a key, even if it has expired, and when it was obtained; nil without one.
  package func stored(
    for key: TokenKey
  ) throws(Failure) -> (token: Token, obtained: UTCTimestamp)? {
    guard let session = sessionKey(of: key), let entry = try store.entry(for: session),
      var token = Token(entry.record(of: Token.outputs, in: resources, untrusted: distrust))
    else { return nil }
    token.expires = entry.expires
    return (token, entry.taken)
  }

  /// Removes the stored token for a key.
  package func remove(_ key: TokenKey) async throws(Failure) {
    guard let session = sessionKey(of: key) else { return }
    try await store.forget(for: session)
  }

  private func sessionKey(of key: TokenKey) -> SessionKey? {
    SessionKey(
      spec: SessionKey.authMark + key.type,
      inputs: key.parts.map { ($0.key, .text($0.value.revealed)) }, profile: nil,
      origin: key.origin.description, isTrusted: distrust == nil)
  }
}

extension Token {
  static let name = "token"
  static let refreshName = "refresh"
  fileprivate static let outputs = [(name: name, isSecret: true), (refreshName, true)]

  init?(_ record: ScopeRecord) {
    func text(_ name: String) -> ProtectedText? {
      guard let binding = record[name], let text = binding.value?.plainText else { return nil }
      return ProtectedText(bytes: Array(text.utf8), binding.provenance.secrecy.asMasked)
    }
    guard let value = text(Self.name) else { return nil }
    self.init(value, refresh: text(Self.refreshName))
  }

  func record(from origin: Origin) -> ScopeRecord {
    var record = ScopeRecord()
    for (name, text) in [(Self.name, value), (Self.refreshName, refresh)] {
      guard let text else { continue }
      record[name] = Scope.Binding(
        .text(text.revealed),
        from: Provenance(.response, text.secrecy.asMasked, servers: [origin]))
    }
    return record
  }
}

extension SessionEntry {
  /// The outputs of the entry; the secrets as they are stored now decide where they may go.
  func record(
    of outputs: [(name: String, isSecret: Bool)], in resources: CallResources,
    untrusted distrust: Distrust?
  ) -> ScopeRecord {
    var record = ScopeRecord()
    for (name, isSecret) in outputs {
      guard let output = output(named: name) else { continue }
      var provenance = output.provenance(with: resources.secrets, untrusted: distrust)
      if isSecret { provenance.secrecy = provenance.secrecy.asMasked }
      if let secrets = provenance.secrecy.confinement {
        let isForTrust = secrets.roots.contains { $0.distrust != nil }
        resources.world.trail.note(secrets, untrusted: isForTrust ? distrust : nil)
      }
      record[name] = Scope.Binding(output.value, from: provenance)
    }
    return record
  }
}
