import APICallBase
import APICallExternal
import APICallPluginKit
import APICallSystem

/// The user's own plugins: puts some there, and takes them away.
struct PluginStore {
  private let shelf: InstalledPlugins
  private let root: String

  /// Finds the folder of the user's own plugins.
  ///
  /// - Throws: a ``Failure`` with exit status 73 where the environment names none.
  init(_ shelf: InstalledPlugins) throws(Failure) {
    guard let root = shelf.catalog.roots.ofUser else {
      throw Failure(
        .cannotCreate, "there is no place to keep plugins in",
        hint: "set HOME or XDG_DATA_HOME to an absolute path")
    }
    self.shelf = shelf
    self.root = root
  }

  /// Where a plugin of a name is.
  func folder(of name: String) -> String { FilePath.join(root, name) }

  /// Reads a plugin that is to be installed.
  ///
  /// - Parameter operand: its folder, as it was typed.
  /// - Returns: what was found, which can be run.
  /// - Throws: a ``Failure`` with all that is wrong with it.
  func source(_ operand: String) throws(Failure) -> PluginFinding {
    guard shelf.files.status(of: operand)?.kind == .folder else {
      throw Failure(
        .noInput, "there is no folder '\(operand)'",
        hint: "a plugin is a folder with a \(PluginManifest.fileName) and a program")
    }
    let finding = PluginFolder(operand, files: shelf.files).read()
    if let failure = finding.failure { throw failure }
    return finding
  }

  /// Copies a plugin: to a folder beside its place, which is then renamed.
  ///
  /// - Parameters:
  ///   - finding: the plugin.
  ///   - replaces: whether one that is there gives way.
  /// - Throws: a ``Failure``; what was there is as it was then.
  func install(_ finding: PluginFinding, replaces: Bool) throws(Failure) {
    let place = folder(of: finding.name)
    let isThere = SystemFolder.isTaken(place)
    guard !isThere || replaces else {
      throw Failure(
        .cannotCreate, "there is a plugin '\(finding.name)' in '\(root)'",
        hint: "--force replaces it")
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

  /// Puts a copy into its place; what was there is removed when the copy is.
  private func swap(_ copy: String, _ place: String, isThere: Bool) throws(FileError) {
    guard isThere else { return try SystemFolder.rename(copy, to: place) }
    let old = try SystemFolder.makeTemporaryFolder(in: root, named: ".old")
    let kept = FilePath.join(old, "plugin")
    do throws(FileError) {
      try SystemFolder.rename(place, to: kept)
    } catch {
      // Somebody else has removed it meanwhile.
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
    do {
      try FolderCopy.copy(finding.folder, into: copy)
    } catch {
      throw error.failure
    }
    try writing(copy) { () throws(FileError) in try SystemFolder.setMode(of: copy, to: 0o755) }
    // What is run is what was copied, and not what was looked at before.
    let result = PluginFolder(copy, named: finding.name, files: shelf.files).read()
    if let failure = result.failure { throw failure }
  }

  /// Makes a link to a plugin's folder.
  ///
  /// - Parameter finding: the plugin.
  /// - Returns: where the link leads.
  /// - Throws: a ``Failure`` where that cannot be done.
  func link(_ finding: PluginFinding) throws(Failure) -> String {
    let place = folder(of: finding.name)
    let target = finding.plugin?.folder ?? finding.folder
    guard !SystemFolder.isTaken(place) else {
      throw Failure(
        .cannotCreate, "there is a plugin '\(finding.name)' in '\(root)'",
        hint: "'apicall plugins remove \(finding.name)' removes it")
    }
    try writing(place) { () throws(FileError) in
      try SystemFolder.makeFolder(root)
      try SystemFolder.link(place, to: target)
    }
    return target
  }

  /// Removes a plugin of the user's own.
  ///
  /// - Parameter name: its name.
  /// - Returns: the folder, or the link, that is gone.
  /// - Throws: a ``Failure`` with exit status 64 where there is none, 77 where it is not the user's.
  func remove(_ name: String) throws(Failure) -> String {
    let place = folder(of: name)
    guard PluginManifest.isName(name), SystemFolder.isTaken(place) else {
      if shelf.builtins.contains(where: { $0.name == name }) {
        throw Failure(.usage, "'\(name)' is built in, and cannot be removed")
      }
      guard let other = shelf.catalog.finding(named: name) else { throw shelf.unknown(name) }
      throw Failure(
        .noPermission, "the plugin '\(name)' is in '\(other.folder)', and not in '\(root)'",
        hint: "whoever put it there removes it")
    }
    try writing(place) { () throws(FileError) in
      // Under another name nobody finds it while it is being removed.
      let old = try SystemFolder.makeTemporaryFolder(in: root, named: ".old")
      try SystemFolder.rename(place, to: FilePath.join(old, "plugin"))
      try SystemFolder.remove(old)
    }
    return place
  }

  /// What to tell of a plugin that was installed: members that mean nothing, names that nobody can
  /// ask for, and a place where nobody looks.
  func notes(on finding: PluginFinding) -> String {
    var notes = finding.remarks.map { "apicall: note: \($0.line)\n" }
    for role in finding.roles {
      for name in role.names where shelf.builtinNames(of: role.kind).contains(name) {
        notes.append(
          "apicall: note: the \(role.kind.rawValue) '\(name)' is built in, and so is never this one\n"
        )
      }
    }
    if !shelf.catalog.roots.folders.contains(root) {
      notes.append("apicall: note: \(PluginRoots.variable) is set, and '\(root)' is not in it\n")
    }
    return notes.joined()
  }

  private func writing<Result>(
    _ place: String, _ work: () throws(FileError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try work()
    } catch {
      throw Failure(.cannotCreate, "cannot write '\(place)': \(error.reason)")
    }
  }
}

extension FolderCopy.Problem {
  /// The failure that a command ends with.
  fileprivate var failure: Failure {
    switch self {
    case .unreadable(let path, let reason):
      Failure(.noInput, "cannot read '\(path)': \(reason.reason)")
    case .unwritable(let path, let reason):
      Failure(.cannotCreate, "cannot write '\(path)': \(reason.reason)")
    case .notFile(let path): Failure(.badInput, "'\(path)' is no regular file, folder or link")
    case .linkOutside(let path):
      Failure(
        .badInput, "the link '\(path)' leads out of the plugin's folder",
        hint: "a link in a plugin is relative, and leads to something within it")
    case .tooLarge(let path):
      Failure(
        .badInput,
        "'\(path)' is too large: a plugin has at most \(FolderCopy.mostEntries) files, 1 GiB and "
          + "\(FolderCopy.deepest) folders in one another")
    }
  }
}

extension PluginFinding {
  /// Its name, and its version where it has one.
  var title: String {
    guard let version = manifest?.version, !version.isEmpty else { return name }
    return "\(name) \(version)"
  }
}

extension Diagnostic {
  /// The diagnostic on one line, with a guess where there is one.
  var line: String {
    let guess = hint.flatMap { $0.hasPrefix("did you mean") ? "; \($0)" : nil } ?? ""
    return (mark.map { "\($0): \(message)" } ?? message) + guess
  }
}
