package import APICallBase
package import APICallPluginKit
import APICallSafety
import APICallText
import JSONText
package import YAMLTree

/// Reads the folder of a plugin.
///
/// Nothing in it is run.
package struct PluginFolder: Sendable {
  private let files: any FileSystem
  /// The name that the plugin must have; nil for any.
  private let name: String?
  private let folder: String

  package init(_ folder: String, named name: String? = nil, files: any FileSystem) {
    self.files = files
    self.folder = folder
    self.name = name
  }

  package func read() -> PluginFinding {
    let path = FilePath.join(folder, PluginManifest.fileName)
    let bytes: [UInt8]
    do {
      bytes = try manifestBytes(at: path)
    } catch {
      return finding(.failure(error))
    }
    let source = Source(name: files.shown(path), bytes: bytes)
    let reading = ManifestReading(bytes)
    let remarks = reading.remarks.map { $0.diagnostic(in: source) }
    guard let manifest = reading.manifest else {
      let problems = reading.problems.map { $0.diagnostic(in: source) }
      return finding(.failure(Failure(.badConfiguration, problems)), reading, remarks)
    }
    let result = Result { () throws(Failure) in try plugin(manifest, in: source) }
    return finding(result, reading, remarks)
  }

  private func finding(
    _ result: Result<InstalledPlugin, Failure>, _ reading: ManifestReading? = nil,
    _ remarks: [Message] = []
  ) -> PluginFinding {
    PluginFinding(
      name: name ?? reading?.manifest?.name ?? FilePath.name(of: folder), folder: folder,
      isLink: files.status(of: folder)?.isLink ?? false, result: result,
      manifest: reading?.manifest, roles: reading?.roles ?? [], remarks: remarks)
  }

  private func manifestBytes(at path: String) throws(Failure) -> [UInt8] {
    guard let status = files.status(of: path) else {
      throw Failure(
        .badConfiguration, "there is no plugin in '\(folder)': it has no \(PluginManifest.fileName)"
      )
    }
    guard status.kind == .file else {
      throw Failure(.badConfiguration, "'\(files.shown(path))' is not a regular file")
    }
    if let canonical = files.canonicalPath(of: path) { try checkWriters(of: canonical) }
    return try rethrowing(files.read(path, limit: PluginManifest.longestFile)) {
      (error: FileError) in
      Failure(.badConfiguration, "cannot read '\(files.shown(path))': \(error.reason)")
    }
  }

  /// Checks a valid manifest against this apicall and the file system.
  private func plugin(
    _ manifest: PluginManifest, in source: Source
  ) throws(Failure) -> InstalledPlugin {
    if let name, manifest.name != name {
      throw Failure(
        .badConfiguration, "the plugin is named '\(manifest.name)', but its folder '\(name)'",
        at: source.mark(of: "name"), hint: "give both the same name")
    }
    let name = manifest.name
    guard manifest.protocols.contains(HostProtocol.version) else {
      let versions = manifest.protocols.map { "\($0)" }.joined(separator: " or ")
      throw Failure(
        .pluginFailed,
        "the plugin '\(name)' needs protocol \(versions), but this apicall supports "
          + "\(HostProtocol.version)", at: source.mark(of: "protocol"),
        hint: "install another version of the plugin or of apicall")
    }
    for feature in manifest.requiredFeatures where !HostProtocol.features.contains(feature) {
      throw Failure(
        .pluginFailed,
        "the plugin '\(name)' needs '\(feature)', which this apicall does not support",
        at: source.mark(of: "requires_features"), hint: "a newer apicall may support it")
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
        hint: "set 'exec' to a program in the plugin's folder")
    }
    guard FilePath.holds(folder, program), program != folder else {
      throw Failure(
        .noPermission, "the program of the plugin '\(name)' is outside its folder: '\(program)'",
        at: mark, hint: "a symbolic link must not lead out of the folder")
    }
    guard status.kind == .file else {
      throw Failure(.badConfiguration, "'\(manifest.program)' is not a regular file", at: mark)
    }
    guard status.isExecutable else {
      throw Failure(
        .badConfiguration, "'\(manifest.program)' is not executable", at: mark,
        hint: "run 'chmod +x \(ShellWord.path(files.shown(program)))'")
    }
    try checkWriters(of: program)
    // Anyone with write access to the folder of a link to the plugin chooses the program.
    if let root = files.canonicalPath(of: FilePath.folder(of: self.folder)) {
      try checkWriters(of: root)
    }
    return InstalledPlugin(manifest: manifest, folder: folder, program: program)
  }

  /// Rejects a file that others can replace, or that is in a folder that others can replace.
  private func checkWriters(of path: String) throws(Failure) {
    guard let (place, fault) = files.trustFault(of: path, upTo: "/") else { return }
    let shown = files.shown(place)
    throw Failure(
      .noPermission, "\(fault.words(for: shown)), so the plugin is not run",
      hint: fault.remedy(for: shown, owning: "install the plugin in a folder of your own"))
  }
}

extension Source {
  fileprivate func mark(of member: String) -> Mark? {
    guard let value = try? JSONDocument(bytes).root[member] else { return nil }
    return mark(of: value.range)
  }

  func mark(of range: Range<Int>) -> Mark {
    Mark(
      source: self, start: position(ofByte: range.lowerBound),
      end: position(ofByte: range.upperBound))
  }
}

/// What this apicall supports for plugins: the only definition.
package enum HostProtocol {
  package static let version = 1
  package static let features = ["cancel", "log", "trailers"]
}

extension ManifestProblem {
  package func diagnostic(in source: Source) -> Message {
    let hint =
      hint
      ?? guess.map { Nearest.hint(for: $0.word, among: $0.known, noun: $0.noun) }
    return Message(message, at: source.mark(of: range), hint: hint)
  }
}
