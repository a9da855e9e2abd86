/// What a run may do if one of its files is not trusted and one of them names a stored secret.
///
/// It is decided before the first request, from the files, the secrets and the user's grants, and
/// does not change afterwards. So no value, condition or response has an influence on it: whatever
/// the files compute, the run sends requests only to servers that may know every secret in it.
///
/// ``refusal(of:to:host:containing:)`` is the whole rule.
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
      let plain = origin.withoutRootDot
      if grant.reach.contains(where: { $0.withoutRootDot == plain }) { return true }
      guard root.allows(origin) else { return false }
      guard let origins = grant.origins, root.secret.isFor(origin) else { return true }
      return origins.contains { $0.withoutRootDot == plain }
    }
  }

  /// Why a request may not be sent.
  package enum Refusal: Error, Sendable, Hashable {
    /// Not all secrets allow its origin.
    case origin(Origin, Key)
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

  /// Decides whether a request may be sent.
  ///
  /// - Parameters:
  ///   - method: its method.
  ///   - origin: where it goes.
  ///   - host: its Host field; nil without one.
  ///   - content: the secrecy of its URL, its method and its body, without credentials.
  /// - Returns: the reason if it may not be sent.
  package func refusal(
    of method: String, to origin: Origin, host: String?, containing content: Secrecy
  ) -> Refusal? {
    if let key = keys.first(where: { !$0.allows(origin) }) { return .origin(origin, key) }
    if let host, host.lowercased() != origin.authority { return .host(host, origin) }
    if let key = keys.first(where: { $0.grant.methods?.contains(method) == false }) {
      return .method(method, key)
    }
    guard let confinement = content.confinement else { return nil }
    return keys.first { !$0.grant.allowsContent && confinement.isMade(ofSecret: $0.root.name) }
      .map { .content($0) }
  }

  package static func == (left: RunLock, right: RunLock) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
