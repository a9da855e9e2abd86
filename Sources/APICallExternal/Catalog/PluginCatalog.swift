package import APICallBase
package import APICallHTTP
package import APICallPluginKit
package import APICallSystem

/// Finds plugins by name.
///
/// It reads manifests, no sooner than it is asked, and runs nothing.
/// The first root that has a plugin wins. Within a root, a plugin of the very name that is asked for
/// comes first, and then the others in alphabetical order.
package struct PluginCatalog: Sendable {
  /// The most plugins that are looked for in one root.
  package static let mostInRoot = 1000

  /// Where plugins are looked for.
  package let roots: PluginRoots
  private let files: any FileSystem

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - files: where the plugins are.
  ///   - variable: looks up a variable of the environment.
  package init(files: any FileSystem, variable: (String) -> String?) {
    self.files = files
    roots = PluginRoots(workingDirectory: files.workingDirectory, variable: variable)
  }

  /// Finds a plugin by its own name.
  ///
  /// - Parameter name: its name.
  /// - Returns: the plugin; nil where there is none.
  /// - Throws: a ``Failure`` where it cannot be run: with exit status 78 for what is wrong with its
  ///   folder, 77 for what others may write to, 7 where this apicall is not the one it needs.
  package func plugin(named name: String) throws(Failure) -> InstalledPlugin? {
    guard let finding = finding(named: name) else { return nil }
    switch finding.state {
    case .usable(let plugin): return plugin
    case .broken(let failure): throw failure
    }
  }

  /// Finds what stands in the first place where a plugin of a name is looked for.
  ///
  /// - Parameter name: the plugin's name.
  /// - Returns: what was found; nil where there is no such folder.
  package func finding(named name: String) -> PluginFinding? {
    guard PluginManifest.isName(name) else { return nil }
    for root in roots.folders {
      let folder = FilePath.join(root, name)
      if files.status(of: folder)?.kind == .folder { return read(folder) }
    }
    return nil
  }

  /// Finds the plugin that has a role under a name.
  ///
  /// - Parameters:
  ///   - kind: the kind of role.
  ///   - name: the name by which it is asked for.
  /// - Returns: the plugin and its role; nil where none has it.
  /// - Throws: a ``Failure`` where the first that has it cannot be run, as of ``plugin(named:)``; a
  ///   plugin of that very name of which no role can be read counts as having it.
  package func provider(
    of kind: PluginRole.Kind, named name: String
  ) throws(Failure) -> (plugin: InstalledPlugin, role: PluginRole)? {
    guard PluginRole.isName(name) else { return nil }
    let isPlugin = PluginManifest.isName(name)
    var passed: [String] = []
    for root in roots.folders {
      let folder = FilePath.join(root, name)
      var known = passed
      if isPlugin, !passed.contains(name), files.status(of: folder)?.kind == .folder {
        known.append(name)
        if let found = try provider(read(folder), of: kind, named: name) { return found }
      }
      let others = names(in: root)
      for other in others where !known.contains(other) {
        if let found = try provider(read(FilePath.join(root, other)), of: kind, named: name) {
          return found
        }
      }
      passed += others
    }
    return nil
  }

  private func provider(
    _ finding: PluginFinding, of kind: PluginRole.Kind, named name: String
  ) throws(Failure) -> (plugin: InstalledPlugin, role: PluginRole)? {
    let role = finding.role(kind, named: name)
    switch finding.state {
    case .usable(let plugin): return role.map { (plugin, $0) }
    case .broken(let failure):
      if role != nil || (finding.name == name && finding.roles.isEmpty) { throw failure }
      return nil
    }
  }

  /// Finds the decoder that reads a media type; plugins that cannot be run are passed over.
  ///
  /// - Parameter mediaType: the media type.
  /// - Returns: the plugin and its role; nil where none reads it.
  package func decoder(
    for mediaType: MediaType
  ) -> (plugin: InstalledPlugin, role: PluginRole)? {
    for finding in all() where !finding.isShadowed {
      guard let plugin = finding.plugin else { continue }
      for role in plugin.manifest.roles where role.kind == .decoder {
        if role.accepts.contains(where: { mediaType.matches($0) }) { return (plugin, role) }
      }
    }
    return nil
  }

  /// The names that usable plugins have for a role, each once.
  ///
  /// - Parameter kind: the kind of role.
  /// - Returns: the names, in the order in which they are found.
  package func names(of kind: PluginRole.Kind) -> [String] {
    var names: [String] = []
    for finding in all() where !finding.isShadowed && finding.plugin != nil {
      for role in finding.roles where role.kind == kind {
        for name in role.names where !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// Reads all that is found, root by root and in alphabetical order, what cannot be run and what is
  /// shadowed as well.
  package func all() -> [PluginFinding] {
    var findings: [PluginFinding] = []
    for root in roots.folders {
      let before = findings
      for name in names(in: root) {
        var finding = read(FilePath.join(root, name))
        finding.isShadowed = before.contains { $0.name == name }
        findings.append(finding)
      }
    }
    return findings
  }

  private func read(_ folder: String) -> PluginFinding {
    PluginFolder(folder, named: FilePath.name(of: folder), files: files).read()
  }

  /// The folders in a root that have the name of a plugin.
  private func names(in root: String) -> [String] {
    guard let names = try? files.names(in: root) else { return [] }
    return Array(
      names.lazy.filter { name in
        PluginManifest.isName(name) && files.status(of: FilePath.join(root, name))?.kind == .folder
      }.prefix(Self.mostInRoot))
  }
}

/// A plugin that comes with apicall: a folder of the package `plugins/`.
package struct BundledPlugin: Sendable {
  /// Its name.
  package let name: String
  /// What it is, in a few words.
  package let summary: String
  /// The Debian package whose library it is built with; nil where it needs none.
  package let package: String?

  /// All of them.
  package static let all = [
    BundledPlugin(
      name: "urlsession", summary: "a requester that sends with URLSession", package: nil),
    BundledPlugin(name: "jq", summary: "a formatter that runs a jq program", package: "libjq-dev"),
    BundledPlugin(name: "xml", summary: "a decoder for XML", package: "libxml2-dev"),
    BundledPlugin(
      name: "keyring", summary: "secrets in the keyring of the desktop", package: "libsecret-1-dev"),
  ]
}

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
