import Glibc

/// Waits until no process has a program open for writing.
///
/// Another test may have started a process while the file was written, and the kernel does not run a
/// file that is open for writing ("Text file busy").
package func waitUntilWritten(_ path: String) {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  defer { close(file) }
  // A read lease, F_SETLEASE, is refused while the file is open for writing (fcntl(2)).
  let lease: Int32 = 1024
  waits {
    if fcntl(file, lease, F_RDLCK) == 0 {
      _ = fcntl(file, lease, F_UNLCK)
      return true
    }
    return errno != EAGAIN
  }
}
