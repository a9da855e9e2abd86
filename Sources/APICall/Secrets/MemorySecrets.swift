import Synchronization

/// Secrets in the memory of the program, as for tests, or for tokens that end with it.
public final class MemorySecrets: SecretSource {
  private let secrets: Mutex<[String: Secret]>

  /// The name of the source in messages.
  public let name = "memory"

  /// Whether calls may store outputs here: yes.
  public let isWritable = true

  /// Creates a source.
  ///
  /// - Parameter secrets: its secrets by name.
  public init(_ secrets: [String: Secret] = [:]) { self.secrets = Mutex(secrets) }

  /// The secret of a name; nil removes it.
  ///
  /// - Parameter name: letters, digits, `_` and `-`.
  public subscript(name: String) -> Secret? {
    get { secrets.withLock { $0[name] } }
    set { secrets.withLock { $0[name] = newValue } }
  }

  /// Finds a secret.
  public func secret(named name: String) -> Secret? { self[name] }

  /// Stores a secret, and replaces one of the same name.
  public func store(_ secret: Secret, named name: String) { self[name] = secret }
}
