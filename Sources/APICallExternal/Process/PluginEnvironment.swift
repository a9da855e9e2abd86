package import APICallPluginKit

/// The environment of a plugin.
///
/// It contains a few variables that every program needs, those that the manifest names, and those
/// that apicall sets. No other variable of the user reaches the plugin.
package struct PluginEnvironment: Sendable {
  /// The variables that every plugin gets if they are set.
  package static let usual = [
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC",
    "LC_TIME", "TZ", "TMPDIR",
  ]

  private var variables: [(name: String, value: String)] = []

  package init(of manifest: PluginManifest, from variable: (String) -> String?) {
    for name in Self.usual + manifest.environment {
      if let value = variable(name) { self[name] = value }
    }
  }

  package subscript(name: String) -> String? {
    get { variables.first { $0.name == name }?.value }
    set {
      variables.removeAll { $0.name == name }
      // A value would end at a NUL.
      if let newValue, !newValue.utf8.contains(0) { variables.append((name, newValue)) }
    }
  }

  package var entries: [String] { variables.map { "\($0.name)=\($0.value)" } }
}
