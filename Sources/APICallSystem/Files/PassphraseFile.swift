package import APICallBase
package import APICallSafety
import Glibc

/// A file that contains one passphrase.
package enum PassphraseFile {
  private static let limit = 64 << 10

  /// Why there is no passphrase.
  package enum Problem: Error, Sendable, Hashable {
    case unreadable(FileError)
    /// The group of the file, or other users, may read or write it.
    case exposed
    case malformed
  }

  /// Returns its bytes, without one line break at the end.
  ///
  /// Throws a ``Problem``.
  package static func read(_ path: String) throws(Problem) -> ProtectedText {
    guard !path.utf8.contains(0) else { throw .unreadable(.notFound) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(FileError(errno)) }
    let reader = SystemFileReader(adopting: descriptor)
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw .unreadable(FileError(errno)) }
    guard information.st_mode & (S_IRWXG | S_IRWXO) == 0 else { throw .exposed }
    var bytes = try rethrowing(reader.readAll(limit: limit)) { Problem.unreadable($0) }
    if bytes.last == 0x0a { bytes.removeLast() }
    guard !bytes.contains(0) else { throw .malformed }
    return ProtectedText(bytes: bytes, isSecret: true)
  }
}

/// Files that a library opens by their names.
package enum ReadableFile {
  /// Checks that a library will be able to read a file.
  package static func check(_ path: String) throws(FileError) {
    var information = stat()
    guard !path.utf8.contains(0), stat(path, &information) == 0 else {
      throw path.utf8.contains(0) ? .notFound : FileError(errno)
    }
    guard information.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
    guard access(path, R_OK) == 0 else { throw FileError(errno) }
  }
}
