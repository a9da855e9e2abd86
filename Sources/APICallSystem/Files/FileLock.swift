import APICallBase
import APICallScripts
import Glibc

/// A lock on a file that is there for as long as the lock is held (flock(2)).
///
/// It ends with its descriptor, so with the process too, and two of the same process are strangers to
/// each other.
final class FileLock: SessionLock {
  private let path: String
  private let descriptor: Int32
  private var isHeld = true

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { release() }

  /// Takes a lock.
  ///
  /// - Parameter path: the file, which is made with the mode 0600; nobody else removes it.
  /// - Returns: the lock; nil where somebody has it.
  /// - Throws: why there can be none.
  static func take(_ path: String) throws(FileError) -> FileLock? {
    while true {
      let descriptor = open(
        path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(S_IRUSR | S_IWUSR))
      guard descriptor >= 0 else { throw FileError(errno) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        guard code == EWOULDBLOCK else { throw FileError(code) }
        return nil
      }
      // Who had it may have removed the file between the two.
      var (locked, named) = (stat(), stat())
      if fstat(descriptor, &locked) == 0, lstat(path, &named) == 0, locked.st_ino == named.st_ino,
        locked.st_dev == named.st_dev
      {
        return FileLock(path, descriptor)
      }
      close(descriptor)
    }
  }

  func release() {
    guard isHeld else { return }
    isHeld = false
    unlink(path)
    close(descriptor)
  }
}
