package import APICallBase
package import APICallHTTP
package import APICallModel
package import APICallPluginKit
package import APICallSystem

/// Finds plugins by name.
///
/// It reads manifests when they are needed, and runs nothing. The first root that has a plugin
/// wins. Within a root, the plugin with exactly the requested name comes first, then the others in
/// alphabetical order.
package struct PluginCatalog: Sendable {
  package static let mostInRoot = 1000

  package let roots: PluginRoots
  private let files: any FileSystem

  package init(files: any FileSystem, variable: (String) -> String?) {
    self.init(
      files: files,
      roots: PluginRoots(workingDirectory: files.workingDirectory, variable: variable))
  }

  package init(files: any FileSystem, roots: PluginRoots) {
    self.files = files
    self.roots = roots
  }

  /// Returns the plugin; nil without one.
  ///
  /// Throws a ``Failure`` if it cannot be run. The exit status is 78 if its folder is not valid, 77
  /// if others may write to it, and 7 if it needs another apicall.
  package func plugin(named name: String) throws(Failure) -> InstalledPlugin? {
    try finding(named: name)?.result.get()
  }

  /// Finds the first folder of a plugin's name, whether or not its plugin can be run.
  package func finding(named name: String) -> PluginFinding? {
    guard PluginManifest.isName(name) else { return nil }
    for root in roots.folders {
      let folder = FilePath.join(root, name)
      if files.status(of: folder)?.kind == .folder { return read(folder) }
    }
    return nil
  }

  /// Returns the plugin and its role; nil if no plugin has it.
  ///
  /// Throws a ``Failure`` if the first plugin with the role cannot be run, as for
  /// ``plugin(named:)``. A plugin of exactly that name counts as having the role if its roles
  /// cannot be read.
  package func provider(
    of kind: PluginRole.Kind, named name: String
  ) throws(Failure) -> PluginProvider? {
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
  ) throws(Failure) -> PluginProvider? {
    let role = finding.role(kind, named: name)
    switch finding.result {
    case .success(let plugin): return role.map { PluginProvider(plugin: plugin, role: $0) }
    case .failure(let failure):
      if role != nil || (finding.name == name && finding.roles.isEmpty) { throw failure }
      return nil
    }
  }

  /// Finds the first plugin that reads a media type; plugins that cannot be run are skipped.
  ///
  /// Returns the plugin and its role; nil if no plugin reads the media type.
  package func decoder(for mediaType: MediaType) -> PluginProvider? {
    for finding in all() where !finding.isShadowed {
      guard let plugin = finding.plugin else { continue }
      for role in plugin.manifest.roles where role.kind == .decoder {
        guard role.accepts.contains(where: { mediaType.matches($0) }) else { continue }
        return PluginProvider(plugin: plugin, role: role)
      }
    }
    return nil
  }

  /// The names that usable plugins have for a role, without duplicates.
  package func names(of kind: PluginRole.Kind) -> [String] {
    var names: [String] = []
    for finding in all() where !finding.isShadowed && finding.plugin != nil {
      for role in finding.roles where role.kind == kind {
        for name in role.names where !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// Reads all plugins, root by root and in alphabetical order, including those that cannot be run
  /// and those that are shadowed.
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

  private func names(in root: String) -> [String] {
    guard let names = try? files.names(in: root) else { return [] }
    return Array(
      names.lazy.filter { name in
        PluginManifest.isName(name) && files.status(of: FilePath.join(root, name))?.kind == .folder
      }.prefix(Self.mostInRoot))
  }
}

/// A plugin that is part of apicall: a folder of the package `plugins/`.
package struct BundledPlugin: Sendable {
  package let name: String
  package let summary: String
  package let role: Role
  /// The Debian package of the library that it is built with; nil if it needs none.
  package let package: String?

  package static let all = [
    BundledPlugin(
      name: "urlsession", summary: "a requester that sends with URLSession", role: .requester,
      package: nil),
    BundledPlugin(
      name: "jq", summary: "a formatter that runs a jq program", role: .formatter,
      package: "libjq-dev"),
    BundledPlugin(
      name: "xml", summary: "a decoder for XML", role: .decoder, package: "libxml2-dev"),
    BundledPlugin(
      name: "keyring", summary: "secrets in the desktop keyring", role: .secret,
      package: "libsecret-1-dev"),
  ]
}

/// The result of looking for a plugin in a folder.
package struct PluginFinding: Sendable {
  /// The folder's name, which must also be the plugin's name.
  package let name: String
  /// The path by which the folder was found, which may be a symbolic link.
  package let folder: String
  package let isLink: Bool
  /// The plugin, or the error for a user who requests it by name.
  let result: Result<InstalledPlugin, Failure>
  /// The manifest, even if the program cannot be run; nil if it could not be read.
  package let manifest: PluginManifest?
  package let roles: [PluginRole]
  /// Notes about members of the manifest that have no effect.
  package let remarks: [Message]
  /// Whether a plugin of the same name was found earlier.
  package var isShadowed = false

  package var plugin: InstalledPlugin? {
    try? result.get()
  }

  package var failure: Failure? {
    if case .failure(let failure) = result { failure } else { nil }
  }

  package func role(_ kind: PluginRole.Kind, named name: String) -> PluginRole? {
    roles.first { $0.kind == kind && $0.names.contains(name) }
  }
}

/// A plugin that can be run.
package struct InstalledPlugin: Sendable {
  package let manifest: PluginManifest
  /// The canonical path of its folder.
  package let folder: String
  /// The canonical path of its program, which is in the folder.
  package let program: String

  package var name: String { manifest.name }
}
