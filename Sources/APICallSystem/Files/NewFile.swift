package import APICallBase
import APICallText
import Glibc

/// Writes files that must not exist yet.
package enum NewFile {
  /// Creates a folder, unless it exists.
  ///
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
    let code: Int32
    do throws(FileError) {
      let folder = try OpenFolder(parent)
      let file = try AtomicFile(in: folder)
      defer { file.remove() }
      var result = DescriptorWriting.write(bytes, to: file.descriptor)
      if result == 0 {
        result = file.finish(mode: FileOwner.newFileMode, owner: nil, isSynced: true)
      }
      code = result == 0 ? file.take(FilePath.name(of: path)) : result
    } catch {
      throw Failure(.cannotCreate, "cannot write '\(path)': \(error.reason)")
    }
    if code == EEXIST, SystemFiles().status(of: path)?.kind == .folder {
      throw Failure(
        .cannotCreate, "'\(path)' is a folder, not a file",
        hint: "name a file in it, such as \(FilePath.join(path, "call.yaml"))")
    }
    guard code != EEXIST else {
      throw Failure(
        .cannotCreate, "'\(path)' exists already", hint: "remove it first, or choose another name")
    }
    guard code == 0 else {
      throw Failure(.cannotCreate, "cannot write '\(path)': \(FileError(code).reason)")
    }
  }
}
