import APICallBase
package import APICallScripts

/// The folder of sessions: `sessions` in ``BaseFolder/state``, of the mode 0700.
package struct SessionFolder: Sendable {
  package let path: String

  /// A folder at a path of its own.
  package init(_ path: String) { self.path = path }

  /// The folder of this user.
  ///
  /// - Throws: ``SessionProblem/noPlace`` where there is neither variable nor home.
  package init() throws(SessionProblem) {
    guard let state = BaseFolder.state.location else { throw .noPlace }
    path = FilePath.join(state, "sessions")
  }

  /// The sessions that there are, in the order of their files' names.
  ///
  /// - Throws: a ``SessionProblem`` where others have a right to the folder.
  package func sessions() throws(SessionProblem) -> [SessionFile] {
    guard try check() else { return [] }
    let names: [String]
    do {
      names = try SystemFiles().names(in: path)
    } catch {
      throw .unreadable(path, error)
    }
    var files: [SessionFile] = []
    for name in names {
      // What a program left that was killed while it wrote a session for the first time.
      let name = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
      guard name != files.last?.name.fileName, let name = SessionName(fileName: name) else {
        continue
      }
      files.append(SessionFile(name, in: self))
    }
    return files
  }

  /// Refuses a folder that others can look into, or put a file into.
  ///
  /// - Returns: whether there is a folder.
  func check() throws(SessionProblem) -> Bool {
    guard SystemFolder.isTaken(path) else { return false }
    guard let status = SystemFiles().status(of: path), status.kind == .folder, !status.isLink,
      status.isPrivate
    else { throw .exposedFolder(path) }
    return true
  }

  /// Makes the folder, with those that lead to it.
  func make() throws(SessionProblem) {
    guard try !check() else { return }
    do {
      try SystemFolder.makeFolder(path)
    } catch {
      throw .unwritable(path, error)
    }
    _ = try check()
  }
}
