package import YAMLTree

/// The folders that the paths written in specs may not leave: a spec is not trusted with the rest
/// of the machine.
///
/// This is the one place that decides what may be read because a file says so, by the rows of
/// ``ReadRule``. What it finds is a canonical path, which is opened as such
/// (``FileSystem/openCanonical(_:)``): a symbolic link that comes there later leads nowhere.
package struct FileRoot: Sendable {
  package let files: any FileSystem
  /// Canonical paths; the first is the project's own folder.
  private let folders: [String]

  /// Creates a root.
  ///
  /// - Parameters:
  ///   - folder: the project's folder, or that of a file outside of any project.
  ///   - others: more folders, as `--file-root` names them.
  ///   - files: where the paths lead.
  package init(_ folder: String, and others: [String] = [], files: any FileSystem) {
    self.files = files
    folders = ([folder] + others).map { files.canonicalPath(of: $0) ?? FilePath.normalized($0) }
  }

  /// Finds the file that a spec means.
  ///
  /// - Parameters:
  ///   - path: a path as a spec writes it, relative to the file that wrote it.
  ///   - mark: where it is written.
  /// - Returns: its canonical path: it exists, and lies in one of the folders, symbolic links
  ///   followed.
  /// - Throws: a ``FileRootProblem``.
  package func resolve(_ path: String, at mark: Mark) throws(FileRootProblem) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .notPath(path) }
    if path.begins(with: "/"), ReadRule.absolutePath.holds { throw .absolute(path) }
    let written = FilePath.join(FilePath.folder(of: mark.source.name), path)
    return try find(written, named: path, beside: mark)
  }

  /// Finds the file that a name means.
  ///
  /// - Parameters:
  ///   - path: where it is by its name, absolute.
  ///   - name: the name as a spec writes it.
  ///   - mark: where it is written.
  /// - Returns: the canonical path of a regular file in one of the folders; nil where there is none.
  package func path(of path: String, named name: String, at mark: Mark) -> String? {
    guard let found = try? find(path, named: name, beside: mark),
      files.status(of: found)?.kind == .file
    else { return nil }
    return found
  }

  /// Whether a file may be what a name means that the user typed: a link does not lead a name out of the
  /// folders, nor to what is hidden.
  ///
  /// - Parameter path: where it is by its name.
  /// - Returns: whether it may be; false where nothing is there.
  package func admits(named path: String) -> Bool {
    guard let canonical = files.canonicalPath(of: path) else { return false }
    if ReadRule.linkOutside.holds, !holds(canonical) { return false }
    if ReadRule.dotName.holds, Self.isHidden(Self.rest(of: canonical, from: root)) { return false }
    return !isOwn(canonical)
  }

  /// The project's folder.
  package var root: String { folders.first ?? "/" }

  // MARK: Judging

  private func find(
    _ written: String, named path: String, beside mark: Mark
  ) throws(FileRootProblem) -> String {
    // Text is judged before the disk is: what lies outside is not told to exist or not to.
    if Self.isHidden(path), ReadRule.dotName.holds { throw .hidden(path) }
    let absolute = FilePath.normalized(FilePath.join(files.workingDirectory, written))
    guard holds(absolute) || holds(canonicalFolder(of: absolute)) || !ReadRule.outsideRoot.holds
    else { throw .outside(path, root) }
    let own = FilePath.folder(of: FilePath.join(files.workingDirectory, mark.source.name))
    let beside = files.canonicalPath(of: own) ?? FilePath.normalized(own)
    if !isReachable(canonicalFolder(of: absolute), beside) { throw .notBeside(path, root) }
    guard let canonical = files.canonicalPath(of: absolute) else {
      throw missing(absolute, named: path)
    }
    let isInside = holds(canonical) || !ReadRule.linkOutside.holds
    guard isInside || (!holds(absolute) && !ReadRule.outsideRoot.holds) else {
      throw .link(path, root)
    }
    try check(canonical, named: path, beside: beside)
    return canonical
  }

  /// Judges where a path truly leads.
  private func check(
    _ canonical: String, named path: String, beside: String
  ) throws(FileRootProblem) {
    if ReadRule.dotName.holds, Self.isHidden(Self.rest(of: canonical, from: beside)) {
      throw .hidden(path)
    }
    if !isReachable(canonical, beside) { throw .notBeside(path, root) }
    if isOwn(canonical) { throw .own(path) }
  }

  /// Whether a path leads to what the program keeps for itself.
  private func isOwn(_ canonical: String) -> Bool {
    ReadRule.ownFolder.holds && files.ownFolders.contains { FilePath.holds($0, canonical) }
  }

  /// Whether a file may be reached from a folder: where the root is somebody's home, those in the very
  /// folder may.
  private func isReachable(_ canonical: String, _ beside: String) -> Bool {
    !ReadRule.homeFolder.holds || FilePath.folder(of: canonical) == beside || !files.isHome(root)
      || folders.dropFirst().contains { FilePath.holds($0, canonical) }
  }

  /// Why nothing stands at a path, where a symbolic link to nothing is the same as one that leads
  /// out: which of the two it is shows what there is outside.
  private func missing(_ absolute: String, named path: String) -> FileRootProblem {
    var place = absolute
    while place != "/" {
      let folder = FilePath.folder(of: place)
      guard let canonical = files.canonicalPath(of: folder) else {
        place = folder
        continue
      }
      guard holds(canonical) || !ReadRule.linkOutside.holds else { return .link(path, root) }
      let names = (try? files.names(in: folder)) ?? []
      let name = FilePath.name(of: place)
      if names.contains(name), files.status(of: place) == nil { return .link(path, root) }
      guard place == absolute else { break }
      return .missing(path, Nearest.word(to: name, among: names.filter { !$0.begins(with: ".") }))
    }
    return .missing(path, nil)
  }

  private func holds(_ path: String) -> Bool {
    folders.contains { FilePath.holds($0, path) }
  }

  /// Whether any name in a path begins with a dot.
  private static func isHidden(_ path: String) -> Bool {
    FilePath.names(in: path).contains { $0.begins(with: ".") && $0 != "." && $0 != ".." }
  }

  /// What of a path is not part of a folder, too: that the user works in a hidden folder hides
  /// nothing in it.
  private static func rest(of path: String, from folder: String) -> String {
    let names = FilePath.names(in: path)
    let common = zip(names, FilePath.names(in: folder)).prefix { $0 == $1 }.count
    return names.dropFirst(common).joined(separator: "/")
  }

  /// The folder of a path without symbolic links, with the path's own name: a project may itself be
  /// reached through a link.
  private func canonicalFolder(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    return FilePath.join(files.canonicalPath(of: folder) ?? folder, FilePath.name(of: path))
  }
}

/// Why a path in a spec cannot be used.
package enum FileRootProblem: Error, Sendable, Hashable {
  /// Empty, or with a NUL in it.
  case notPath(String)
  /// It begins with a slash.
  case absolute(String)
  /// It leads out of the root by its text.
  case outside(String, _ root: String)
  /// It leads out of the root by a symbolic link, or to nothing by one.
  case link(String, _ root: String)
  /// It leads to a name that begins with a dot.
  case hidden(String)
  /// The root is a home folder, and it leads elsewhere than to a file beside the spec.
  case notBeside(String, _ root: String)
  /// It leads to what apicall keeps for itself.
  case own(String)
  /// Nothing stands there; the nearest name in its folder, if any is near.
  case missing(String, _ nearest: String?)

  /// The problem in words.
  ///
  /// - Parameter mark: where the path is written.
  /// - Returns: what to tell the user.
  package func diagnostic(at mark: Mark) -> Diagnostic {
    switch self {
    case .notPath(let path): Diagnostic("'\(path)' is not the path of a file", at: mark)
    case .absolute(let path):
      Diagnostic(
        "'\(path)' is an absolute path", at: mark,
        hint: "a path in a spec is relative to the file that it stands in")
    case .outside(let path, let root):
      Diagnostic(
        "'\(path)' lies outside of \(root)", at: mark,
        hint: "a spec reads files of its project alone, those below \(ProjectFile.name); "
          + "--file-root DIR adds a folder")
    case .link(let path, let root):
      Diagnostic(
        "'\(path)' is a symbolic link that leads out of \(root), or to nothing", at: mark,
        hint: "a spec reads files of its project alone; --file-root DIR adds a folder")
    case .hidden(let path):
      Diagnostic(
        "'\(path)' leads to a name that begins with a dot", at: mark,
        hint: "a spec reads no such files; an input of type file takes one from the command line")
    case .notBeside(let path, let root):
      Diagnostic(
        "'\(path)' is not in the folder of the file that names it", at: mark,
        hint: "\(root) is a home folder, where a spec reads the files beside it alone; "
          + "give the project a folder of its own")
    case .own(let path):
      Diagnostic(
        "'\(path)' leads to the files that apicall keeps for itself", at: mark,
        hint: "a spec does not read them")
    case .missing(let path, let nearest):
      Diagnostic(
        "there is no file '\(path)'", at: mark,
        hint: nearest.map { "did you mean '\(FilePath.join(FilePath.folder(of: path), $0))'?" }
          ?? "a path is relative to the file that it stands in")
    }
  }
}
