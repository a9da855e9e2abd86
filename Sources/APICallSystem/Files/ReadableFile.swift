package import APICallBase
import Glibc

/// Files that a library opens by their names.
package enum ReadableFile {
  /// Checks that a library will be able to read a file.
  ///
  /// - Parameter path: the file; a pipe is one too.
  /// - Throws: a `FileError` that says why not.
  package static func check(_ path: String) throws(FileError) {
    var information = stat()
    guard !path.utf8.contains(0), stat(path, &information) == 0 else {
      throw path.utf8.contains(0) ? .notFound : FileError(errno)
    }
    guard information.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
    guard access(path, R_OK) == 0 else { throw FileError(errno) }
  }
}
