import APICallBase
package import APICallCurl
package import APICallExternal
import APICallSystem

extension ExternalPlugins {
  /// Creates a supply of plugins, which are waited for on a loop.
  package convenience init(
    _ catalog: PluginCatalog, variable: @escaping @Sendable (String) -> String?,
    on loop: CurlLoop?, reporter: (@Sendable (_ plugin: String, _ line: String) -> Void)? = nil
  ) {
    var context = PluginContext(variable: variable)
    context.reporter = reporter
    if let loop {
      context.wait = { (descriptors, time) throws(CancellationError) in
        try await loop.wait(for: descriptors, within: time)
      }
    }
    self.init(catalog, in: context) { (work) throws(SecretProblem) in
      try SecretsFile.exclusively(work)
    }
  }
}
