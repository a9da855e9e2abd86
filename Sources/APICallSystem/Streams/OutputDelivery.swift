package import APICallBase
import APICallResponses
import APICallScripts
import Glibc

/// What was written to standard output, after it has left the program.
package enum OutputDelivery {
  /// The time limit on waiting for the reader of a pipe.
  private static let longestWait = Duration.seconds(600)

  /// Waits until the saved files are on their disks (sync(2)).
  package static func syncFiles() { sync() }

  /// Ends a line that a run before has left torn at the end of the file to which standard output is
  /// appended, so that the first item has a line of its own.
  package static func endTornLine() {
    var information = stat()
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    guard flags >= 0, flags & O_APPEND != 0, fstat(STDOUT_FILENO, &information) == 0,
      information.st_mode & S_IFMT == S_IFREG, information.st_size > 0
    else { return }
    let file = open("/proc/self/fd/\(STDOUT_FILENO)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var last = UInt8(ascii: "\n")
    guard pread(file, &last, 1, information.st_size - 1) == 1, last != UInt8(ascii: "\n")
    else { return }
    last = UInt8(ascii: "\n")
    _ = write(STDOUT_FILENO, &last, 1)
  }

  /// Waits until the output is out of reach of a crash: a file is on its disk (fsync(2)), and a pipe
  /// is empty.
  ///
  /// Whether the reader of a pipe has used what it took cannot be seen. Throws a ``Failure`` if
  /// something could not be written, the disk fails, or the reader leaves before it has taken
  /// everything.
  package static func wait(in world: World) async throws(Failure) {
    if let fault = StandardStreams.outputFault { throw Failure(writing: fault) }
    let descriptor = STDOUT_FILENO
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return }
    switch information.st_mode & S_IFMT {
    case S_IFREG:
      if fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) {
        throw Failure(writing: .output(.failed(SystemError.words(for: errno))))
      }
    case S_IFIFO:
      var (left, last) = (Int32.max, world.elapsed())
      let isTaken = try await world.answer { () throws(Failure) -> Bool? in
        var count: Int32 = 0
        guard ioctl(descriptor, UInt(FIONREAD), &count) == 0, count > 0 else { return true }
        if count < left { (left, last) = (count, world.elapsed()) }
        if world.elapsed() - last > longestWait { return false }
        var events = pollfd(fd: descriptor, events: 0, revents: 0)
        guard poll(&events, 1, 0) > 0, events.revents & Int16(POLLERR) != 0 else { return nil }
        throw Failure(writing: .output(.closed))
      }
      if isTaken != true {
        throw Failure(
          .inputOutput, "the program that reads standard output has taken nothing for ten minutes",
          hint: "the state stays as it was; a file instead of a pipe needs no reader")
      }
    default: return
    }
  }
}
