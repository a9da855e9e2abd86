import APICallBase
import APICallScripts
import Glibc

/// A lock on one octet of a file, which need not have that octet: fcntl(2), "Open file description
/// locks".
///
/// Unlike one of flock(2), there can be any number in one file. It ends with its descriptor, so with
/// the process too, and two of the same process are strangers to each other.
final class RangeLock: SessionLock {
  /// F_OFD_SETLK, which <fcntl.h> has for those only who ask for extensions of GNU.
  private static let setWithoutWaiting: Int32 = 37

  private let descriptor: Int32
  private var isHeld = true

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { release() }

  /// Takes a lock.
  ///
  /// - Parameters:
  ///   - path: the file, which is made where there is none, with the mode 0600, and never removed:
  ///     two programs could have locked two files of one name.
  ///   - offset: the octet, from 0 to 2^62.
  /// - Returns: the lock; nil where somebody has it.
  /// - Throws: why there can be none.
  static func take(_ path: String, at offset: UInt64) throws(FileError) -> RangeLock? {
    let descriptor = open(
      path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(S_IRUSR | S_IWUSR))
    guard descriptor >= 0 else { throw FileError(errno) }
    var range = Glibc.flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(clamping: offset)
    range.l_len = 1
    while fcntl(descriptor, setWithoutWaiting, &range) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      guard code == EAGAIN || code == EACCES else { throw FileError(code) }
      return nil
    }
    return RangeLock(descriptor)
  }

  func release() {
    guard isHeld else { return }
    isHeld = false
    close(descriptor)
  }
}
