package import YAMLTree

/// The folders that the paths written in specs may not leave: a spec is not trusted with the rest
/// of the machine.
package struct FileRoot: Sendable {
  let files: any FileSystem
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
    guard !path.hasPrefix("/") else { throw .absolute(path) }
    let written = FilePath.join(FilePath.folder(of: mark.source.name), path)
    let absolute = FilePath.normalized(FilePath.join(files.workingDirectory, written))
    // Text is judged before the disk is: what lies outside is not told to exist or not to.
    guard holds(absolute) || holds(canonicalFolder(of: absolute)) else {
      throw .outside(path, root)
    }
    guard let canonical = files.canonicalPath(of: absolute) else {
      throw .missing(path, nearest(to: absolute))
    }
    guard holds(canonical) else { throw .outside(path, root) }
    return canonical
  }

  /// Reads a whole file that was found.
  ///
  /// - Parameters:
  ///   - path: what ``resolve(_:at:)`` returned.
  ///   - limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; a device or a pipe is not waited for.
  func readFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    switch files.status(of: path)?.kind {
    case .other: throw .other("it is not a regular file")
    default: return try files.read(path, limit: limit)
    }
  }

  /// The project's folder.
  package var root: String { folders.first ?? "/" }

  private func holds(_ path: String) -> Bool {
    folders.contains { $0 == "/" || path == $0 || path.hasPrefix($0 + "/") }
  }

  /// The folder of a path without symbolic links, with the path's own name: a project may itself be
  /// reached through a link.
  private func canonicalFolder(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    return FilePath.join(files.canonicalPath(of: folder) ?? folder, FilePath.name(of: path))
  }

  private func nearest(to path: String) -> String? {
    let names = (try? files.names(in: FilePath.folder(of: path))) ?? []
    let name = FilePath.name(of: path)
    // A symbolic link to nothing has the very name.
    return Nearest.word(to: name, among: names.filter { $0 != name })
  }
}

/// Why a path in a spec cannot be used.
package enum FileRootProblem: Error, Sendable, Hashable {
  /// Empty, or with a NUL in it.
  case notPath(String)
  /// It begins with a slash.
  case absolute(String)
  /// It leads out of the root, by its text or by a symbolic link.
  case outside(String, _ root: String)
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
        hint: "a spec reads files of its project alone, those below \(Project.fileName); "
          + "--file-root DIR adds a folder")
    case .missing(let path, let nearest):
      Diagnostic(
        "there is no file '\(path)'", at: mark,
        hint: nearest.map { "did you mean '\(FilePath.join(FilePath.folder(of: path), $0))'?" }
          ?? "a path is relative to the file that it stands in")
    }
  }
}
