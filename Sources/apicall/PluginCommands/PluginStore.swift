import APICallBase
import APICallExternal
import APICallPluginKit
import APICallSystem

/// The user's own plugins: installs and removes them.
struct PluginStore {
  private let installed: InstalledPlugins
  private let root: String

  init(_ installed: InstalledPlugins) throws(Failure) {
    guard let root = installed.catalog.roots.ofUser else {
      throw Failure(
        .cannotCreate, "there is no folder for plugins",
        hint: "set HOME or XDG_DATA_HOME to an absolute path")
    }
    self.installed = installed
    self.root = root
  }

  func folder(of name: String) -> String { FilePath.join(root, name) }

  func source(_ operand: String) throws(Failure) -> PluginFinding {
    guard installed.files.status(of: operand)?.kind == .folder else {
      throw Failure(
        .noInput, "folder '\(operand)' does not exist",
        hint: "a plugin is a folder with a \(PluginManifest.fileName) and a program")
    }
    let finding = PluginFolder(operand, files: installed.files).read()
    if let failure = finding.failure { throw failure }
    return finding
  }

  /// Copies a plugin into a temporary folder, which is then renamed.
  func install(_ finding: PluginFinding, replaces: Bool) throws(Failure) {
    let place = folder(of: finding.name)
    let isThere = SystemFolder.isTaken(place)
    guard !isThere || replaces else {
      throw Failure(
        .cannotCreate, "'\(root)' already contains a plugin '\(finding.name)'",
        hint: "'apicall plugins list' shows the installed one")
    }
    let copy = try writing(place) { () throws(FileError) in
      try SystemFolder.makeFolder(root)
      return try SystemFolder.makeTemporaryFolder(in: root, named: ".\(finding.name)")
    }
    do throws(Failure) {
      try fill(copy, from: finding)
      try writing(place) { () throws(FileError) in try swap(copy, place, isThere: isThere) }
    } catch {
      try? SystemFolder.remove(copy)
      throw error
    }
  }

  /// Moves a copy into place; the plugin that it replaces is removed afterwards.
  private func swap(_ copy: String, _ place: String, isThere: Bool) throws(FileError) {
    guard isThere else { return try SystemFolder.rename(copy, to: place) }
    let old = try SystemFolder.makeTemporaryFolder(in: root, named: ".old")
    let kept = FilePath.join(old, "plugin")
    do throws(FileError) {
      try SystemFolder.rename(place, to: kept)
    } catch {
      // Another process has removed it in the meantime.
      try? SystemFolder.remove(old)
      throw error
    }
    do throws(FileError) {
      try SystemFolder.rename(copy, to: place)
    } catch {
      try? SystemFolder.rename(kept, to: place)
      try? SystemFolder.remove(old)
      throw error
    }
    try? SystemFolder.remove(old)
  }

  private func fill(_ copy: String, from finding: PluginFinding) throws(Failure) {
    try rethrowing(FolderCopy.copy(finding.folder, into: copy), as: \FolderCopy.Problem.failure)
    try writing(copy) { () throws(FileError) in try SystemFolder.setMode(of: copy, to: 0o755) }
    // The copy is checked, because it is what runs, and the original may have changed.
    let result = PluginFolder(copy, named: finding.name, files: installed.files).read()
    if let failure = result.failure { throw failure }
  }

  func link(_ finding: PluginFinding) throws(Failure) -> String {
    let place = folder(of: finding.name)
    let target = finding.plugin?.folder ?? finding.folder
    guard !SystemFolder.isTaken(place) else {
      throw Failure(
        .cannotCreate, "'\(root)' already contains a plugin '\(finding.name)'",
        hint: "'apicall plugins remove \(finding.name)' removes it")
    }
    try writing(place) { () throws(FileError) in
      try SystemFolder.makeFolder(root)
      try SystemFolder.link(place, to: target)
    }
    return target
  }

  func remove(_ name: String) throws(Failure) -> String {
    let place = folder(of: name)
    guard PluginManifest.isName(name), SystemFolder.isTaken(place) else {
      if installed.builtins.contains(where: { $0.name == name }) {
        throw Failure(.usage, "'\(name)' is built in and cannot be removed")
      }
      guard let other = installed.catalog.finding(named: name) else {
        throw installed.unknown(name)
      }
      throw Failure(
        .noPermission, "the plugin '\(name)' is in '\(other.folder)', not in '\(root)'",
        hint: "remove it where it was installed")
    }
    try writing(place) { () throws(FileError) in
      // Under another name, other processes do not find it while it is being removed.
      let old = try SystemFolder.makeTemporaryFolder(in: root, named: ".old")
      try SystemFolder.rename(place, to: FilePath.join(old, "plugin"))
      try SystemFolder.remove(old)
    }
    return place
  }

  /// The notes on an installed plugin: unknown members, names that cannot be used, and a folder
  /// that is not searched.
  func notes(on finding: PluginFinding) -> String {
    var notes = finding.remarks.map { "apicall: note: \($0.line)\n" }
    for role in finding.roles {
      for name in role.names where installed.builtinNames(of: role.kind).contains(name) {
        notes.append(
          "apicall: note: the \(role.kind.rawValue) '\(name)' is built in, "
            + "so this one is never used\n"
        )
      }
    }
    if !installed.catalog.roots.folders.contains(root) {
      notes.append("apicall: note: \(PluginRoots.variable) is set but does not list '\(root)'\n")
    }
    return notes.joined()
  }

  private func writing<Result>(
    _ place: String, _ work: () throws(FileError) -> Result
  ) throws(Failure) -> Result {
    return try rethrowing(work()) { (error: FileError) in
      Failure(.cannotCreate, "cannot write '\(place)': \(error.reason)")
    }
  }
}

extension FolderCopy.Problem {
  fileprivate var failure: Failure {
    switch self {
    case .unreadable(let path, let reason):
      Failure(.noInput, "cannot read '\(path)': \(reason.reason)")
    case .unwritable(let path, let reason):
      Failure(.cannotCreate, "cannot write '\(path)': \(reason.reason)")
    case .notFile(let path): Failure(.badInput, "'\(path)' is not a regular file, folder or link")
    case .linkOutside(let path):
      Failure(
        .badInput, "the link '\(path)' leads out of the plugin's folder",
        hint: "use a relative link that stays in the folder")
    case .tooLarge(let path):
      Failure(
        .badInput,
        "'\(path)' is too large: a plugin has at most \(FolderCopy.mostEntries) files, 1 GiB and "
          + "\(FolderCopy.deepest) levels of folders")
    }
  }
}
