package import APICallPluginKit

/// A plugin that can be run.
package struct InstalledPlugin: Sendable {
  /// What it says of itself.
  package let manifest: PluginManifest
  /// Its folder: a canonical path.
  package let folder: String
  /// Its program: a canonical path, which lies in the folder.
  package let program: String

  package init(manifest: PluginManifest, folder: String, program: String) {
    self.manifest = manifest
    self.folder = folder
    self.program = program
  }

  /// Its name.
  package var name: String { manifest.name }
}
