package import APICallBase
import APICallScripts

/// A folder of the user's own, of the mode 0700: `sessions` in ``BaseFolder/state``, or that of one
/// session in it.
package struct SessionFolder: Sendable {
  /// How the names of files ended that sessions had before they had folders.
  static let oldSuffixes = [".json", ".json.new", ".json.lock"]

  package let path: String

  /// A folder at a path of its own.
  package init(_ path: String) { self.path = path }

  /// The folder of this user.
  ///
  /// - Throws: a ``Failure`` where there is neither variable nor home.
  package init() throws(Failure) {
    guard let state = BaseFolder.state.location else { throw SessionProblem.noPlace }
    path = FilePath.join(state, "sessions")
  }

  /// The sessions that there are, in the order of their names.
  ///
  /// - Throws: a ``Failure`` where others have a right to the folder.
  package func sessions() throws(Failure) -> [SessionFiles] {
    guard try check() else { return [] }
    let found = try names().map { name in
      let suffix = Self.oldSuffixes.first { name.hasSuffix($0) } ?? ""
      return String(name.dropLast(suffix.count))
    }
    return Set(found).sorted().compactMap { SessionName(folderName: $0) }
      .map { SessionFiles($0, in: self) }
  }

  /// The names of what is in it.
  func names() throws(Failure) -> [String] {
    do {
      return try SystemFiles().names(in: path)
    } catch {
      throw SessionProblem.unreadable(path, error)
    }
  }

  /// Refuses a folder that others can look into, or put a file into.
  ///
  /// - Returns: whether there is a folder.
  func check() throws(Failure) -> Bool {
    guard SystemFolder.isTaken(path) else { return false }
    guard let status = SystemFiles().status(of: path), status.kind == .folder, !status.isLink,
      status.isPrivate
    else { throw SessionProblem.exposedFolder(path) }
    return true
  }

  /// Makes the folder, with those that lead to it.
  func make() throws(Failure) {
    guard try !check() else { return }
    do {
      try SystemFolder.makeFolder(path)
    } catch {
      throw SessionProblem.unwritable(path, error)
    }
    _ = try check()
  }
}
