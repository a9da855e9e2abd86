import APICallBase
import APICallPlugins
import APICallSystem

/// The secrets that the user has stored with `apicall secrets set`, in a file of their own.
public struct UserSecrets: KnownSecretSource {
  let content: any SecretProvider = FileSecrets(SecretsFile.storage)

  /// Creates the source.
  public init() {}
}
