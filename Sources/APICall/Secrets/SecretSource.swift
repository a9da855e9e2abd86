/// A source of stored secrets, which files use as `<secret.NAME>`.
///
/// A client asks only the sources in ``ClientConfiguration/secrets``. It asks them before a call begins,
/// in their order, for each secret that the call names; the first one that has it counts.
///
/// ```swift
/// struct VaultSecrets: SecretSource {
///   let name = "vault"
///   func secret(named name: String) async throws(RequestError) -> Secret? {
///     guard let value = await vault.read(name) else { return nil }
///     return try Secret(value, for: ["https://api.example.com"])
///   }
/// }
/// ```
public protocol SecretSource: Sendable {
  /// The name of the source in messages.
  var name: String { get }

  /// Finds a secret.
  ///
  /// It runs on Swift's shared threads, or where the type is isolated to.
  ///
  /// - Parameter name: letters, digits, `_` and `-`.
  /// - Returns: the secret; nil if the source has none of that name.
  /// - Throws: a ``RequestError``, with which the call fails before anything is sent.
  func secret(named name: String) async throws(RequestError) -> Secret?

  /// Whether calls may store outputs here, with `store` in a file. False by default.
  ///
  /// An output goes to the source with the name `keyring`, if that is writable, otherwise to the first
  /// writable one.
  var isWritable: Bool { get }

  /// Stores a secret, and replaces one of the same name. By default, it fails.
  ///
  /// - Parameters:
  ///   - secret: the value, and where it may be sent.
  ///   - name: letters, digits, `_` and `-`.
  /// - Throws: a ``RequestError``, with which the call fails after its response was received.
  func store(_ secret: Secret, named name: String) async throws(RequestError)
}

extension SecretSource {
  /// Whether calls may store outputs here: no.
  public var isWritable: Bool { false }

  /// Fails with ``RequestError/notPermitted(_:)``.
  public func store(_ secret: Secret, named name: String) async throws(RequestError) {
    throw .notPermitted([Diagnostic("the secret source '\(self.name)' is read-only")])
  }
}
