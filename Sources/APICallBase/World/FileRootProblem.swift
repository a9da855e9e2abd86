package import YAMLTree

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
