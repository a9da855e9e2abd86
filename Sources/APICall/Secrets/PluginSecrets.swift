import APICallBase
import APICallExternal

/// The secrets of a plugin, such as `keyring`, which keeps them in the keyring of the desktop.
public struct PluginSecrets: SecretSource {
  /// The name of the plugin's source.
  public let name: String
  private let plugins: ExternalPlugins?

  /// Creates the source; nothing is read or run before a call needs a secret.
  ///
  /// - Parameters:
  ///   - name: the name of the plugin's source, as `apicall secrets` lists it.
  ///   - folders: where the plugin is.
  public init(_ name: String, in folders: PluginFolders = .installed) {
    self.name = name
    plugins = folders.plugins()
  }

  /// True: calls may store outputs with the plugin.
  public var isWritable: Bool { true }

  /// Finds a secret.
  public func secret(named name: String) async throws(RequestError) -> Secret? {
    let source = try source
    do throws(SecretProblem) {
      return try source.secret(named: name).map(Secret.init)
    } catch {
      throw RequestError(error)
    }
  }

  /// Stores a secret, and replaces one of the same name.
  public func store(_ secret: Secret, named name: String) async throws(RequestError) {
    let source = try source
    do throws(SecretProblem) { try source.set(secret.content, named: name) } catch {
      throw RequestError(error)
    }
  }

  private var source: any APICallBase.SecretSource {
    get throws(RequestError) {
      if let found = plugins?.secretSources().first(where: { $0.name == name }) { return found }
      throw .notPermitted([
        Diagnostic(
          "there is no plugin '\(name)' that keeps secrets",
          hint: "'apicall plugins' lists the installed ones")
      ])
    }
  }
}
