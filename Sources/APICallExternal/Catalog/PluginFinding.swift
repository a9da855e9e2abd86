package import APICallBase
package import APICallPluginKit

/// What was found in a place where a plugin is looked for.
package struct PluginFinding: Sendable {
  /// Whether the plugin can be run.
  package enum State: Sendable {
    /// It can.
    case usable(InstalledPlugin)
    /// It cannot: why, as whoever asks for it by name is told.
    case broken(Failure)
  }

  /// The folder's name, which the plugin's has to be.
  package let name: String
  /// The folder as it was looked for, which may be a symbolic link.
  package let folder: String
  /// Whether the folder is a symbolic link.
  package let isLink: Bool
  /// Whether the plugin can be run.
  package let state: State
  /// The manifest, even where the program cannot be run; nil where it could not be read.
  package let manifest: PluginManifest?
  /// The roles as far as they could be read.
  package let roles: [PluginRole]
  /// Members of the manifest that mean nothing.
  package let remarks: [Diagnostic]
  /// Whether a plugin of the same name was found before.
  package var isShadowed = false

  /// The plugin; nil where it cannot be run.
  package var plugin: InstalledPlugin? {
    guard case .usable(let plugin) = state else { return nil }
    return plugin
  }

  /// Why it cannot be run; nil where it can.
  package var failure: Failure? {
    guard case .broken(let failure) = state else { return nil }
    return failure
  }

  /// The role that it has under a name.
  ///
  /// - Parameters:
  ///   - kind: the kind of role.
  ///   - name: the name by which it is asked for.
  /// - Returns: the role; nil where it has none of that kind and name.
  package func role(_ kind: PluginRole.Kind, named name: String) -> PluginRole? {
    roles.first { $0.kind == kind && $0.names.contains(name) }
  }
}

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
