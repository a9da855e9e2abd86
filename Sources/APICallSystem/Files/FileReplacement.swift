package import APICallBase
import Glibc

/// Replaces the contents of files, each at once: a reader sees the old text or the new one.
package enum FileReplacement {
  /// Replaces the contents of a file that exists; it keeps its mode.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - octets: the new contents.
  ///   - isTyped: whether the user named the file himself: a symbolic link stays one, then, and what
  ///     it leads to is replaced. One that was found is an error.
  /// - Throws: a ``FileError`` where that fails; the file is then as it was.
  package static func replace(
    _ path: String, with octets: [UInt8], isTyped: Bool
  ) throws(FileError) {
    var target = path
    if isTyped || !WriteRule.foundLink.holds {
      guard let canonical = SystemFiles().canonicalPath(of: path) else { throw FileError(errno) }
      target = canonical
    }
    let folder = try OpenFolder(FilePath.folder(of: target))
    let name = FilePath.name(of: target)
    guard let information = try folder.status(of: name) else { throw .notFound }
    guard information.st_mode & S_IFMT != S_IFLNK else { throw .other("it is a symbolic link") }
    guard information.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard faccessat(folder.descriptor, name, W_OK, 0) == 0 else { throw FileError(errno) }
    // The text is the user's own, and so is the right to run it.
    try AtomicFile.replace(
      name, in: folder, with: octets, mode: information.st_mode & 0o777,
      owner: (information.st_uid, information.st_gid))
  }
}
