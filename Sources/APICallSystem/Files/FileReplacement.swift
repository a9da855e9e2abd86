package import APICallCore
import Glibc

/// Replaces the contents of files, each at once: a reader sees the old text or the new one.
package enum FileReplacement {
  /// Replaces the contents of a file that exists; it keeps its mode, and a link stays a link.
  ///
  /// The new text is written to a file beside it, which is then renamed (rename(2)).
  ///
  /// - Parameters:
  ///   - path: the file, or a symbolic link to it.
  ///   - octets: the new contents.
  /// - Throws: a ``FileError`` where that fails; the file is then as it was.
  package static func replace(_ path: String, with octets: [UInt8]) throws(FileError) {
    guard let target = SystemFiles().canonicalPath(of: path) else { throw FileError(errno) }
    var information = stat()
    guard stat(target, &information) == 0 else { throw FileError(errno) }
    guard access(target, W_OK) == 0 else { throw FileError(errno) }
    let temporary = FilePath.join(
      FilePath.folder(of: target), ".\(FilePath.name(of: target)).\(getpid())~")
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(S_IRUSR | S_IWUSR))
    guard descriptor >= 0 else { throw FileError(errno) }
    var code = DescriptorWriting.write(octets, to: descriptor)
    // Only root may give a file away; whoever else may replace it becomes its owner.
    if code == 0 { _ = fchown(descriptor, information.st_uid, information.st_gid) }
    if code == 0, fchmod(descriptor, information.st_mode & 0o7777) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw FileError(code)
    }
  }
}
