package import APICallSafety
package import APICallText
package import YAMLTree

/// The folders that paths in specs may not leave: a spec may not read the rest of the machine.
///
/// This is the only code that decides which files a spec may read, by the rows of ``ReadRule``. The
/// result is a canonical path, which is opened as such (``FileSystem/openCanonical(_:)``): a
/// symbolic link created there later is not followed.
package struct FileRoot: Sendable {
  package let files: any FileSystem
  /// Canonical paths; the first is the project folder.
  private let folders: [String]

  package init(_ folder: String, and others: [String] = [], files: any FileSystem) {
    self.files = files
    folders = ([folder] + others).map { files.canonicalPath(of: $0) ?? FilePath.normalized($0) }
  }

  /// Creates a root that has no files: that of a text which is not in a file itself.
  package init(withoutFolders files: any FileSystem) {
    self.files = files
    folders = []
  }

  /// Returns the canonical path of the file, which exists and lies in one of the folders, with
  /// symbolic links followed.
  ///
  /// Throws a ``FileRootProblem``.
  package func resolve(_ path: String, at mark: Mark) throws(FileRootProblem) -> String {
    guard !folders.isEmpty else { throw .notInFile(path) }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .notPath(path) }
    if path.begins(with: "/"), ReadRule.absolutePath.holds { throw .absolute(path) }
    let written = FilePath.join(FilePath.folder(of: mark.source.name), path)
    return try find(written, named: path, beside: mark)
  }

  /// Finds the file of a path by who wrote it: apicall-security(7).
  ///
  /// Returns the file, which exists. Throws a ``FileRootProblem``.
  package func file(
    _ path: String, from provenance: Provenance, at mark: Mark
  ) throws(FileRootProblem) -> InputFile {
    guard provenance.isOfUser else {
      return InputFile(path: try resolve(path, at: mark), isConfined: true)
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .notPath(path) }
    // Standard input can be named only in the file itself.
    let path = path == "-" ? "./-" : path
    guard files.status(of: path) == nil else { return InputFile(path: path) }
    let names = (try? files.names(in: FilePath.folder(of: path))) ?? []
    throw .notFound(path, Nearest.file(to: FilePath.name(of: path), among: names))
  }

  /// Returns the canonical path of a regular file in one of the folders.
  package func path(of path: String, named name: String, at mark: Mark) -> String? {
    guard let found = try? find(path, named: name, beside: mark),
      files.status(of: found)?.kind == .file
    else { return nil }
    return found
  }

  /// Whether a file may be used for a name that the user typed: a link may not lead out of the
  /// folders, or to a hidden file.
  ///
  /// Returns whether it may be used; false if it does not exist.
  package func admits(named path: String) -> Bool {
    guard let canonical = files.canonicalPath(of: path) else { return false }
    if ReadRule.linkOutside.holds, !holds(canonical) { return false }
    if ReadRule.dotName.holds, Self.isHidden(Self.rest(of: canonical, from: root)) { return false }
    return !isOwn(canonical)
  }

  /// Finds the file of a path that was found in one of the folders: a link may not lead out of them.
  ///
  /// Returns its canonical path. Throws a ``Failure`` with exit status 66 if a link leads to where
  /// no path in a spec may lead.
  package func found(_ path: String) throws(Failure) -> String {
    return try rethrowing(target(of: path)) { (error: FileRootProblem) in
      Failure(.noInput, [error.diagnostic(at: nil)])
    }
  }

  private func target(of path: String) throws(FileRootProblem) -> String {
    guard let canonical = files.canonicalPath(of: path),
      holds(canonical) || !ReadRule.linkOutside.holds
    else { throw .link(path, root) }
    let folder = files.canonicalPath(of: FilePath.folder(of: path)) ?? root
    // The name itself may lead anywhere that it can be listed.
    guard canonical != FilePath.join(folder, FilePath.name(of: path)) else { return canonical }
    try check(canonical, named: path, beside: folder)
    return canonical
  }

  package var root: String { folders.first ?? "/" }

  // MARK: Judging

  private func find(
    _ written: String, named path: String, beside mark: Mark
  ) throws(FileRootProblem) -> String {
    // Check the text before the file system, so as not to reveal what exists outside.
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

  private func check(
    _ canonical: String, named path: String, beside: String
  ) throws(FileRootProblem) {
    if ReadRule.dotName.holds, Self.isHidden(Self.rest(of: canonical, from: beside)) {
      throw .hidden(path)
    }
    if !isReachable(canonical, beside) { throw .notBeside(path, root) }
    if isOwn(canonical) { throw .own(path) }
  }

  private func isOwn(_ canonical: String) -> Bool {
    ReadRule.ownFolder.holds && files.ownFolders.contains { FilePath.holds($0, canonical) }
  }

  /// Whether a path may be reached from a folder: if the root is a user's home, only files in that
  /// same folder may be.
  private func isReachable(_ canonical: String, _ beside: String) -> Bool {
    !ReadRule.homeFolder.holds || FilePath.folder(of: canonical) == beside || !files.isHome(root)
      || folders.dropFirst().contains { FilePath.holds($0, canonical) }
  }

  /// Explains why nothing exists at a path.
  ///
  /// A dangling symbolic link is reported like one that leads out of the folders, so as not to
  /// reveal what exists outside.
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
      return .missing(path, Nearest.file(to: name, among: names.filter { !$0.begins(with: ".") }))
    }
    return .missing(path, nil)
  }

  private func holds(_ path: String) -> Bool {
    folders.contains { FilePath.holds($0, path) }
  }

  /// Whether a name in a path begins with a dot.
  private static func isHidden(_ path: String) -> Bool {
    FilePath.names(in: path).contains { $0.begins(with: ".") && $0 != "." && $0 != ".." }
  }

  /// The part of a path that is not shared with a folder: working in a hidden folder does not make
  /// its files hidden.
  private static func rest(of path: String, from folder: String) -> String {
    let names = FilePath.names(in: path)
    let common = zip(names, FilePath.names(in: folder)).prefix { $0 == $1 }.count
    return names.dropFirst(common).joined(separator: "/")
  }

  /// The path with symbolic links resolved in its folder, but not in its last name: the project
  /// itself may be reached through a link.
  private func canonicalFolder(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    return FilePath.join(files.canonicalPath(of: folder) ?? folder, FilePath.name(of: path))
  }
}

/// Why a path in a spec cannot be used.
package enum FileRootProblem: Error, Sendable, Hashable {
  /// The text that names the path is not in a file.
  case notInFile(String)
  /// The path is empty or contains a NUL.
  case notPath(String)
  case absolute(String)
  /// The text of the path leads out of the root.
  case outside(String, _ root: String)
  /// A symbolic link leads out of the root, or to nothing.
  case link(String, _ root: String)
  /// The path leads to a name that begins with a dot.
  case hidden(String)
  /// The root is a home folder, and the path leads to a file that is not beside the spec.
  case notBeside(String, _ root: String)
  case own(String)
  /// Nothing exists there; with the nearest name in its folder, if one is near.
  case missing(String, _ nearest: String?)
  /// Nothing exists at a path of the user; with the nearest name in its folder, if one is near.
  case notFound(String, _ nearest: String?)

  package func diagnostic(at mark: Mark?) -> Message {
    switch self {
    case .notInFile(let path):
      Message(
        "a text that is not in a file cannot name the file '\(path)'", at: mark,
        hint: "declare an input of type file for it")
    case .notPath(let path): Message("'\(path)' is not the path of a file", at: mark)
    case .absolute(let path):
      Message(
        "'\(path)' is an absolute path", at: mark,
        hint: "write a path relative to the file that contains it")
    case .outside(let path, let root):
      Message(
        "'\(path)' is outside \(root)", at: mark,
        hint: "a spec can read only files of its project, below \(ProjectFile.name); "
          + "--file-root DIR adds a folder")
    case .link(let path, let root):
      Message(
        "'\(path)' is a symbolic link that leads out of \(root), or to nothing", at: mark,
        hint: "a spec can read only files of its project; --file-root DIR adds a folder")
    case .hidden(let path):
      Message(
        "'\(path)' leads to a name that begins with a dot", at: mark,
        hint: "a spec cannot read such files; pass one with an input of type file")
    case .notBeside(let path, let root):
      Message(
        "'\(path)' is not in the folder of the file that names it", at: mark,
        hint: "\(root) is a home folder, where a spec can read only the files beside it; "
          + "give the project a folder of its own")
    case .own(let path):
      Message(
        "'\(path)' leads to apicall's own files", at: mark,
        hint: "a spec cannot read them")
    case .missing(let path, let nearest):
      Self.absence(
        of: path, nearest, at: mark, hint: "a path is relative to the file that contains it")
    case .notFound(let path, let nearest):
      Self.absence(
        of: path, nearest, at: mark, status: .noInput,
        hint: "a path that the user gives is relative to the working directory")
    }
  }

  private static func absence(
    of path: String, _ nearest: String?, at mark: Mark?, status: ExitStatus? = nil, hint: String
  ) -> Message {
    let nearest = nearest.map { FilePath.join(FilePath.folder(of: path), $0) }
    var diagnostic = Message(
      "file '\(path)' does not exist", at: mark,
      hint: nearest.map { "did you mean '\($0)'?" } ?? hint)
    diagnostic.status = status
    return diagnostic
  }
}
