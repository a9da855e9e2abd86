import APICallBase

/// The folders that plugins are looked for in.
package struct PluginRoots: Sendable {
  /// The variable that replaces them all: folders with colons between; none where it is empty.
  package static let variable = "APICALL_PLUGIN_PATH"
  /// Those of the machine, behind the user's own.
  package static let ofMachine = ["/usr/local/lib/apicall/plugins", "/usr/lib/apicall/plugins"]

  /// The folders, in the order in which they are looked through.
  package let folders: [String]
  /// The user's own, which plugins are installed in; nil where there is neither variable nor home.
  package let ofUser: String?

  /// Finds the folders by the environment.
  ///
  /// - Parameters:
  ///   - workingDirectory: what a relative path in ``variable`` starts from.
  ///   - variable: looks up a variable of the environment.
  package init(workingDirectory: String, variable: (String) -> String?) {
    ofUser = BaseFolder.data.location(by: variable).map {
      FilePath.normalized(FilePath.join($0, "plugins"))
    }
    if let path = variable(Self.variable) {
      folders = path.split(separator: ":").map {
        FilePath.normalized(FilePath.join(workingDirectory, String($0)))
      }
    } else {
      folders = (ofUser.map { [$0] } ?? []) + Self.ofMachine
    }
  }
}
