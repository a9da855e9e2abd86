import APICallBase
import APICallCurl
import APICallExternal
import APICallSafety

/// The secrets of a plugin, such as `keyring`, which keeps them in the keyring of the desktop.
///
/// The plugin runs on a thread of this source, since its user may have to unlock the keyring first.
public final class PluginSecrets: SecretSource {
  /// The name of the plugin's source.
  public let name: String
  private let plugins: ExternalPlugins?
  private let loop = CurlLoop.withOwnThread()

  /// Creates the source; nothing is read or run before a call needs a secret.
  ///
  /// - Parameters:
  ///   - name: the name of the plugin's source, as `apicall secrets` lists it.
  ///   - folders: where the plugin is.
  public init(_ name: String, in folders: PluginFolders = .installed) {
    self.name = name
    plugins = folders.plugins()
  }

  deinit { loop.end() }

  /// Whether calls may store outputs with the plugin: yes.
  public var isWritable: Bool { true }

  /// Finds a secret.
  public func secret(named name: String) async throws(RequestError) -> Secret? {
    try await onOwnThread { (source) throws(RequestError) in try source.publicSecret(named: name) }
  }

  /// Stores a secret, and replaces one of the same name.
  public func store(_ secret: Secret, named name: String) async throws(RequestError) {
    try await onOwnThread { (source) throws(RequestError) in
      try source.storePublic(secret, named: name)
    }
  }

  private func onOwnThread<Value: Sendable>(
    _ work: @Sendable (any SecretProvider) throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    let result = await loop.carry { [plugins, name] () -> Result<Value, RequestError> in
      guard let source = plugins?.secretSources().first(where: { $0.name == name }) else {
        return .failure(
          .other([
            Diagnostic(
              "there is no plugin '\(name)' that keeps secrets",
              hint: "'apicall plugins' lists the installed ones")
          ]))
      }
      return Result { () throws(RequestError) in try work(source) }
    }
    return try result.get()
  }
}
