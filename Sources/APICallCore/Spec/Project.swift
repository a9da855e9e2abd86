package import YAMLTree

/// The project file `apicall.yaml`: what its endpoints have in common.
package struct Project: Sendable {
  /// The file's name.
  package static let fileName = "apicall.yaml"

  /// The folder that holds the file.
  package var root: String
  package var source: Source
  /// The profile that is used where none is named.
  package var defaultProfile: Endpoint.Name?
  /// The profiles in the order of the file.
  package var profiles: [Profile] = []

  /// A named set of settings, such as one for each stage.
  package struct Profile: Sendable {
    package var name: String
    /// The place of the name.
    package var mark: Mark
    /// The host of every endpoint that names none.
    package var host: HostAddress?
  }

  package init(root: String, source: Source) {
    self.root = root
    self.source = source
  }

  /// The file's path as messages show it.
  package var file: String { source.name }

  /// Finds a profile by name.
  package func profile(named name: String) -> Profile? {
    profiles.first { $0.name == name }
  }
}
