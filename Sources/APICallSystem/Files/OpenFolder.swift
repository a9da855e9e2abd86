import APICallBase
import Glibc

/// A folder that is open, so that what is made in it, renamed and removed stays in it, whatever
/// becomes of its path.
final class OpenFolder {
  /// O_PATH, which <fcntl.h> has for those only who ask for extensions of GNU: to go on from a folder,
  /// nobody needs the right to list it.
  static let withoutReading: Int32 = 0o10000000

  let descriptor: Int32

  /// Takes over a descriptor.
  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a folder, symbolic links followed.
  ///
  /// - Throws: a `FileError` where there is none.
  convenience init(_ path: String) throws(FileError) {
    let descriptor = open(path, Self.withoutReading | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(errno) }
    self.init(adopting: descriptor)
  }

  deinit { close(descriptor) }

  /// What stands at a name in it, itself where it is a symbolic link; nil where nothing does.
  ///
  /// - Throws: a `FileError` where that cannot be told.
  func status(of name: String) throws(FileError) -> stat? {
    var information = stat()
    if fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 { return information }
    guard errno == ENOENT else { throw FileError(errno) }
    return nil
  }

  /// Where it is now; nil where the machine does not tell.
  var path: String? {
    guard let path = SystemFiles().canonicalPath(of: "/proc/self/fd/\(descriptor)"),
      path.begins(with: "/"), !path.hasPrefix("/proc/")
    else { return nil }
    return path
  }
}
