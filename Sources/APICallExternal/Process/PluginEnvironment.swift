package import APICallPluginKit

/// What stands in the environment of a plugin.
///
/// It is a few variables that every program needs, those that its manifest names, and what apicall
/// tells it. Nothing else of the user's reaches it.
package struct PluginEnvironment: Sendable {
  /// The variables that every plugin gets where they are set.
  package static let usual = [
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC",
    "LC_TIME", "TZ", "TMPDIR",
  ]

  private var variables: [(name: String, value: String)] = []

  /// Creates the environment of a plugin.
  ///
  /// - Parameters:
  ///   - manifest: what the plugin says of itself.
  ///   - variable: looks up a variable of the user's.
  package init(of manifest: PluginManifest, from variable: (String) -> String?) {
    for name in Self.usual + manifest.environment {
      if let value = variable(name) { self[name] = value }
    }
  }

  /// A variable; nil where it is not set.
  package subscript(name: String) -> String? {
    get { variables.first { $0.name == name }?.value }
    set {
      variables.removeAll { $0.name == name }
      // What holds a NUL would end there.
      if let newValue, !newValue.utf8.contains(0) { variables.append((name, newValue)) }
    }
  }

  /// The variables as a program gets them: `NAME=value`.
  package var entries: [String] { variables.map { "\($0.name)=\($0.value)" } }
}
