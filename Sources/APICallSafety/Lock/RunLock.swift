/// What a run may do if one of its files is not trusted and one of them names a stored secret.
///
/// It is decided before the first request, from the files, the secrets and the user's grants, and
/// does not change afterwards. So no value, condition or response has an influence on it: whatever
/// the files compute, the run sends requests only to servers that may know every secret in it.
///
/// ``refusal(of:to:host:containing:with:)`` is the whole rule.
package final class RunLock: Sendable, Hashable {
  /// A secret that the files name, and what may be done with it in the files of one folder.
  package struct Key: Sendable, Hashable {
    /// The secret.
    package let root: SecretRoot
    /// What the user allows.
    package let grant: SecretGrant
    /// The folder, as messages show it and as the user could type it; nil if the user typed the
    /// secret together with the file.
    package let folder: String?

    package init(_ root: SecretRoot, _ grant: SecretGrant, in folder: String?) {
      self.root = root
      self.grant = grant
      self.folder = folder
    }

    /// Whether the run may reach an origin, as far as this secret is concerned.
    package func allows(_ origin: Origin) -> Bool {
      Self.has(origin, grant.reach) || root.allows(origin) && !isNew(origin)
    }

    /// Whether the secret was stored for an origin only after the user had granted it.
    package func isNew(_ origin: Origin) -> Bool {
      guard let origins = grant.origins, root.secret.isFor(origin) else { return false }
      return !Self.has(origin, origins)
    }

    private static func has(_ origin: Origin, _ origins: [Origin]) -> Bool {
      let plain = origin.withoutRootDot
      return origins.contains { $0.withoutRootDot == plain }
    }
  }

  /// Why a request may not be sent.
  package enum Refusal: Error, Sendable, Hashable {
    /// Not all secrets allow its origin.
    case origin(Origin, Key)
    /// A secret was stored for its origin only after the user had granted it.
    case newOrigin(Origin, Key)
    /// The grant of a secret does not include its method.
    case method(String, Key)
    /// Its URL or body contains a secret, which the grant does not include.
    case content(Key)
    /// Its Host field names another server.
    case host(String, Origin)
  }

  /// The secrets, each with what may be done with it.
  package let keys: [Key]
  /// The names of the secrets that the files name; the run may use no other.
  package let names: [String]

  package init(_ keys: [Key], naming names: [String]) {
    self.keys = keys
    self.names = names
  }

  /// Whether a secret was stored, and granted, when the run began.
  package func holds(_ name: String) -> Bool { keys.contains { $0.root.name == name } }

  /// Decides whether the run may reach an origin.
  ///
  /// Returns the reason if it may not.
  package func refusal(toReach origin: Origin) -> Refusal? {
    guard let key = keys.first(where: { !$0.allows(origin) }) else { return nil }
    return key.isNew(origin) ? .newOrigin(origin, key) : .origin(origin, key)
  }

  /// Decides whether a request may be sent; without a method, one that an auth type sends to get a
  /// token, which a grant for `auth` includes.
  ///
  /// Returns the reason if it may not be sent.
  package func refusal(
    of method: String?, to origin: Origin, host: String?, containing content: Secrecy,
    with secrecy: Secrecy
  ) -> Refusal? {
    if let refusal = refusal(toReach: origin) { return refusal }
    if let secrets = secrecy.confinement,
      let key = keys.first(where: { $0.isNew(origin) && secrets.isMade(ofSecret: $0.root.name) })
    {
      return .newOrigin(origin, key)
    }
    if let host, host.lowercased() != origin.authority { return .host(host, origin) }
    if let method, let key = keys.first(where: { $0.grant.methods?.contains(method) == false }) {
      return .method(method, key)
    }
    guard let confinement = content.confinement else { return nil }
    return keys.first { !$0.grant.allowsContent && confinement.isMade(ofSecret: $0.root.name) }
      .map { .content($0) }
  }

  package static func == (left: RunLock, right: RunLock) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
