package import APICallBase
package import APICallSafety
package import APICallScripts
import Glibc

/// The files of one session, in a folder of their own in ``SessionFolder``.
///
/// The files have the mode 0600, the folder 0700. A file to which other users have any right is not
/// read.
///
/// `key` contains the key of the session; a call has `DIGEST.json`, and `DIGEST.lock` while it
/// runs.
package struct SessionFiles: SessionStorage {
  package let name: SessionName
  private let all: SessionFolder
  private let folder: SessionFolder

  package var place: String { folder.path }

  package init(_ name: SessionName, in all: SessionFolder) {
    var own = name
    own.contents = all.contents
    self.name = own
    self.all = all
    folder = SessionFolder(FilePath.join(all.path, name.folderName))
  }

  /// Whether the session has any files.
  package var isThere: Bool { (try? names().isEmpty) == false }

  package func path(of name: String) -> String { FilePath.join(place, "\(name).json") }

  private func file(_ path: String) -> PrivateFile {
    PrivateFile(path, limit: name.contents.longest, isSecret: true)
  }

  private var keyFile: PrivateFile { file(FilePath.join(place, "key")) }

  package func key() throws(Failure) -> ProtectedText? {
    guard let bytes = try read(keyFile) else { return nil }
    guard bytes.count == Session.keyLength else {
      throw SessionProblem.broken(keyFile.path, reason: "it is not a key", of: name)
    }
    return ProtectedText(bytes: bytes, isSecret: true)
  }

  package func makeKey(_ bytes: [UInt8]) throws(Failure) -> ProtectedText {
    try make()
    try rethrowing(keyFile.update { $0.isEmpty ? bytes : nil }) { failure($0, of: keyFile) }
    guard let key = try key() else {
      throw SessionProblem.unreadable(keyFile.path, .notFound, of: name)
    }
    return key
  }

  package func names() throws(Failure) -> [String] {
    guard try isFolder() else { return [] }
    let found = try folder.names().filter { $0.contains(".") }.map { String($0.prefix(64)) }
    return Set(found).filter { SessionKey.isDigest($0) }.sorted()
  }

  package func read(_ name: String) throws(Failure) -> [UInt8]? {
    try read(file(path(of: name)))
  }

  private func read(_ file: PrivateFile) throws(Failure) -> [UInt8]? {
    guard try isFolder() else { return nil }
    do {
      let bytes = try file.read()
      return bytes.isEmpty ? nil : bytes
    } catch {
      throw failure(error, of: file)
    }
  }

  package func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    try make()
    let file = file(path(of: name))
    do { try file.replace(with: bytes) } catch { throw failure(error, of: file) }
  }

  package func lock(_ name: String) throws(Failure) -> SessionLock? {
    try make()
    let path = FilePath.join(place, "\(name).lock")
    return try rethrowing(FileLock.take(path)) { SessionProblem.unwritable(path, $0) }
  }

  package func remove(_ name: String, isAlone: Bool) throws(Failure) {
    let file = file(path(of: name))
    if isAlone { try remove(file.temporaryPath) }
    try remove(file.path)
  }

  /// Removes files that cannot be read, and files in the format of older sessions.
  ///
  /// The key stays if it can be read, because a call in progress uses it.
  ///
  /// Returns the paths of the files that could not be read. Throws a ``Failure`` if a file cannot
  /// be removed.
  package func removeRest() throws(Failure) -> [String] {
    var unread: [String] = []
    if (try? key()) == nil, try isFolder(), SystemFolder.isTaken(keyFile.path) {
      unread.append(keyFile.path)
    }
    for name in try names() {
      let lock = try? lock(name)
      defer { lock?.release() }
      if SystemFolder.isTaken(path(of: name)) { unread.append(path(of: name)) }
      if lock != nil { try remove(file(path(of: name)).temporaryPath) }
    }
    for path in unread { try remove(path) }
    for suffix in SessionFolder.oldSuffixes { try remove(place + suffix) }
    return unread
  }

  private func remove(_ path: String) throws(Failure) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw errno == EISDIR
      ? SessionProblem.notRegular(path) : SessionProblem.unwritable(path, FileError(errno))
  }

  private func isFolder() throws(Failure) -> Bool {
    guard try all.check() else { return false }
    return try folder.check()
  }

  private func make() throws(Failure) {
    try all.make()
    try folder.make()
  }

  private func failure(_ problem: PrivateFile.Problem, of file: PrivateFile) -> Failure {
    switch problem {
    case .notPrivate: SessionProblem.exposedFile(file.path, clearing: name.clearing)
    case .notRegular: SessionProblem.notRegular(file.path)
    case .unreadable(let reason):
      SessionProblem.unreadable(file.path, reason, of: name)
    case .unwritable(let reason): SessionProblem.unwritable(file.path, reason)
    case .locked: SessionProblem.busy(file.path, seconds: file.patience)
    }
  }
}

/// A folder of the user's own with the mode 0700: `sessions` in ``BaseFolder/state``, or the folder
/// of one session in it.
package struct SessionFolder: Sendable {
  /// The suffixes of session files from the time before sessions had folders.
  static let oldSuffixes = [".json", ".json.new", ".json.lock"]

  package let path: String
  let contents: SessionName.Contents

  package init(_ path: String, of contents: SessionName.Contents = .outputs) {
    self.path = path
    self.contents = contents
  }

  /// The folder of all files with some contents.
  ///
  /// Throws a ``Failure`` if neither the variable nor HOME is set.
  package init(of contents: SessionName.Contents = .outputs) throws(Failure) {
    guard let state = BaseFolder.state.location else { throw SessionProblem.noPlace(for: contents) }
    path = FilePath.join(state, contents.folder)
    self.contents = contents
  }

  /// Throws a ``Failure`` if other users have a right to the folder.
  package func sessions() throws(Failure) -> [SessionFiles] {
    guard try check() else { return [] }
    let found = try names().map { name in
      let suffix = Self.oldSuffixes.first { name.hasSuffix($0) } ?? ""
      return String(name.dropLast(suffix.count))
    }
    return Set(found).sorted().compactMap { SessionName(folderName: $0) }
      .map { SessionFiles($0, in: self) }
  }

  func names() throws(Failure) -> [String] {
    return try rethrowing(SystemFiles().names(in: path)) { SessionProblem.unreadable(path, $0) }
  }

  /// Refuses a folder that other users can read or write.
  ///
  /// Returns whether the folder exists.
  func check() throws(Failure) -> Bool {
    guard SystemFolder.isTaken(path) else { return false }
    guard let status = SystemFiles().status(of: path), status.kind == .folder, !status.isLink,
      status.isPrivate
    else { throw SessionProblem.exposedFolder(path) }
    return true
  }

  /// Creates the folder, with its parent folders.
  func make() throws(Failure) {
    guard try !check() else { return }
    try rethrowing(SystemFolder.makeFolder(path)) { SessionProblem.unwritable(path, $0) }
    _ = try check()
  }
}
