package import APICallBase
package import APICallPluginKit
import JSONText
package import YAMLTree

/// Reads what the folder of a plugin says of it; nothing in it is run.
package struct PluginFolder: Sendable {
  private let files: any FileSystem
  /// The name that the plugin has to have; nil for any.
  private let name: String?
  private let folder: String

  /// Names a folder.
  ///
  /// - Parameters:
  ///   - folder: its path.
  ///   - name: the name that its plugin has to have; nil for any.
  ///   - files: where it is.
  package init(_ folder: String, named name: String? = nil, files: any FileSystem) {
    self.files = files
    self.folder = folder
    self.name = name
  }

  /// Reads the manifest, and looks at the program.
  ///
  /// - Returns: what was found.
  package func read() -> PluginFinding {
    let path = FilePath.join(folder, PluginManifest.fileName)
    let octets: [UInt8]
    do {
      octets = try manifestOctets(at: path)
    } catch {
      return finding(.broken(error))
    }
    let source = Source(name: files.shown(path), octets: octets)
    let reading = ManifestReading(octets)
    let remarks = reading.remarks.map { $0.diagnostic(in: source) }
    guard let manifest = reading.manifest else {
      let problems = reading.problems.map { $0.diagnostic(in: source) }
      return finding(.broken(Failure(.badConfiguration, problems)), reading, remarks)
    }
    do {
      let plugin = try plugin(manifest, in: source)
      return finding(.usable(plugin), reading, remarks)
    } catch {
      return finding(.broken(error), reading, remarks)
    }
  }

  private func finding(
    _ state: PluginFinding.State, _ reading: ManifestReading? = nil, _ remarks: [Diagnostic] = []
  ) -> PluginFinding {
    PluginFinding(
      name: name ?? reading?.manifest?.name ?? FilePath.name(of: folder), folder: folder,
      isLink: files.status(of: folder)?.isLink ?? false, state: state,
      manifest: reading?.manifest, roles: reading?.roles ?? [], remarks: remarks)
  }

  private func manifestOctets(at path: String) throws(Failure) -> [UInt8] {
    guard let status = files.status(of: path) else {
      throw Failure(
        .badConfiguration, "there is no plugin in '\(folder)': it has no \(PluginManifest.fileName)"
      )
    }
    guard status.kind == .file else {
      throw Failure(.badConfiguration, "'\(files.shown(path))' is no regular file")
    }
    if let canonical = files.canonicalPath(of: path) { try checkWriters(of: canonical) }
    do {
      return try files.read(path, limit: PluginManifest.longestFile)
    } catch {
      throw Failure(
        .badConfiguration, "cannot read '\(files.shown(path))': \(error.reason)")
    }
  }

  /// Checks what a manifest that is right asks for.
  private func plugin(
    _ manifest: PluginManifest, in source: Source
  ) throws(Failure) -> InstalledPlugin {
    if let name, manifest.name != name {
      throw Failure(
        .badConfiguration, "the plugin is named '\(manifest.name)', and its folder '\(name)'",
        at: source.mark(of: "name"), hint: "both have the same name")
    }
    let name = manifest.name
    guard manifest.protocols.contains(HostProtocol.version) else {
      let versions = manifest.protocols.map { "\($0)" }.joined(separator: " or ")
      throw Failure(
        .pluginFailed,
        "the plugin '\(name)' needs protocol \(versions), and this apicall speaks "
          + "\(HostProtocol.version)", at: source.mark(of: "protocol"),
        hint: "there may be a version of the plugin, or of apicall, that goes with it")
    }
    for feature in manifest.requiredFeatures where !HostProtocol.features.contains(feature) {
      throw Failure(
        .pluginFailed, "the plugin '\(name)' needs '\(feature)', which this apicall does not have",
        at: source.mark(of: "requires_features"), hint: "a newer apicall may have it")
    }
    return try withProgram(manifest, in: source)
  }

  private func withProgram(
    _ manifest: PluginManifest, in source: Source
  ) throws(Failure) -> InstalledPlugin {
    let name = manifest.name
    let path = FilePath.join(folder, FilePath.normalized(manifest.program))
    let mark = source.mark(of: "exec")
    guard let folder = files.canonicalPath(of: folder),
      let program = files.canonicalPath(of: path), let status = files.status(of: program)
    else {
      throw Failure(
        .badConfiguration, "the plugin '\(name)' has no file '\(manifest.program)'", at: mark,
        hint: "'exec' names the program within the plugin's folder")
    }
    guard FilePath.holds(folder, program), program != folder else {
      throw Failure(
        .noPermission, "the program of the plugin '\(name)' is outside of its folder: '\(program)'",
        at: mark, hint: "a symbolic link may not lead out of it")
    }
    guard status.kind == .file else {
      throw Failure(.badConfiguration, "'\(manifest.program)' is no regular file", at: mark)
    }
    guard status.isExecutable else {
      throw Failure(
        .badConfiguration, "'\(manifest.program)' is not executable", at: mark,
        hint: "'chmod +x \(ShellWord.path(files.shown(program)))' makes it so")
    }
    try checkWriters(of: program)
    // Whoever may write to the folder that a link to the plugin lies in chooses what is run.
    if let root = files.canonicalPath(of: FilePath.folder(of: self.folder)) {
      try checkWriters(of: root)
    }
    return InstalledPlugin(manifest: manifest, folder: folder, program: program)
  }

  /// Refuses what others can replace: a file, or any folder that leads to it.
  private func checkWriters(of path: String) throws(Failure) {
    guard let (place, fault) = files.trustFault(of: path, upTo: "/") else { return }
    let shown = files.shown(place)
    throw Failure(
      .noPermission, "\(fault.words(for: shown)), so the plugin is not run",
      hint: fault.remedy(for: shown, owning: "install the plugin in a folder of your own"))
  }
}

extension Source {
  /// The place of the value of a member of the file; nil where there is none.
  fileprivate func mark(of member: String) -> Mark? {
    guard let value = try? JSONDocument(octets).root[member] else { return nil }
    return mark(of: value.range)
  }

  /// The place of octets.
  func mark(of range: Range<Int>) -> Mark {
    Mark(
      source: self, start: position(ofOctet: range.lowerBound),
      end: position(ofOctet: range.upperBound))
  }
}

/// What this apicall can do for plugins: the one place that says so.
package enum HostProtocol {
  /// The version of the protocol that it speaks.
  package static let version = 1
  /// The features that a plugin may ask for, or need.
  package static let features = ["cancel", "log", "trailers"]
}

extension ManifestProblem {
  /// The problem as it is told, with its line.
  ///
  /// - Parameter source: the file.
  /// - Returns: what to tell the user.
  package func diagnostic(in source: Source) -> Diagnostic {
    let hint =
      hint
      ?? guess.map { Nearest.hint(for: $0.word, among: $0.known, noun: $0.noun) }
    return Diagnostic(message, at: source.mark(of: range), hint: hint)
  }
}
