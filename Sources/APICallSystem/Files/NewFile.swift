package import APICallBase
import APICallText
import Glibc

/// Writes files that must not exist yet.
package enum NewFile {
  /// Throws a ``Failure`` with exit status 73 if it cannot be created.
  package static func createFolder(_ path: String) throws(Failure) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw Failure(.cannotCreate, "cannot create '\(path)': \(FileError(errno).reason)")
    }
  }

  /// Writes a file at once: a reader sees all of it or nothing.
  ///
  /// Throws a ``Failure`` with exit status 73 if the path is taken, or cannot be written.
  package static func create(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let parent = FilePath.folder(of: path)
    guard SystemFiles().status(of: parent)?.kind == .folder else {
      throw Failure(
        .cannotCreate, "cannot write '\(path)': folder '\(parent)' does not exist",
        hint: "'mkdir -p \(ShellWord.path(parent))' creates it")
    }
    let problem: FileError
    do throws(FileBatchError) {
      let file = (name: FilePath.name(of: path), bytes: bytes)
      return try FileBatch.write([file], in: parent, replacing: false)
    } catch {
      problem = error.reason
    }
    let isTaken = problem == FileError(EEXIST)
    if isTaken, SystemFiles().status(of: path)?.kind == .folder {
      throw Failure(
        .cannotCreate, "'\(path)' is a folder, not a file",
        hint: "name a file in it, such as \(FilePath.join(path, "call.yaml"))")
    }
    guard !isTaken else {
      throw Failure(
        .cannotCreate, "'\(path)' exists already", hint: "remove it first, or choose another name")
    }
    throw Failure(.cannotCreate, "cannot write '\(path)': \(problem.reason)")
  }
}
