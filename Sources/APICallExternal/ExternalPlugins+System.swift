import APICallBase
import APICallSystem
package import Glibc

extension ExternalPlugins {
  /// Creates a supply of plugins, which are waited for in a way of the caller; nil blocks the thread.
  package convenience init(
    _ catalog: PluginCatalog, variable: @escaping @Sendable (String) -> String?,
    waiting wait: (@Sendable ([pollfd], Duration) async throws(CancellationError) -> Void)?,
    reporter: (@Sendable (_ plugin: String, _ line: String) -> Void)? = nil
  ) {
    var context = PluginContext(variable: variable)
    context.reporter = reporter
    if let wait { context.wait = wait }
    self.init(catalog, in: context) { (work) throws(SecretProblem) in
      try SecretsFile.exclusively(work)
    }
  }
}
