package import APICallBase
import APICallText
import Glibc

/// The file for events, each written with one call of write(2) as it happens.
///
/// A problem with the file never makes a call fail. If its reader has gone, or it cannot be written
/// to, the remaining events are dropped.
package final class EventFile {
  private let path: String
  private var descriptor: Int32

  /// Opens a file, which is created or emptied.
  ///
  /// If the path names a descriptor, such as `/dev/fd/3`, that very descriptor is used: opening the
  /// path again would empty its file, and overwrite the output of other processes.
  ///
  /// Throws a ``Failure`` with exit status 73.
  package init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = -1
    while descriptor < 0 {
      if let number = Self.descriptor(named: path) {
        descriptor = Self.copy(of: number)
      } else if path.utf8.contains(0) {
        // To C, a path ends at a NUL.
        errno = ENOENT
      } else {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
      }
      // A named pipe waits here for its reader.
      guard descriptor < 0, errno != EINTR || Signals.received != nil else { continue }
      if errno == EINTR { throw Failure(.interrupted, []) }
      throw Failure(
        .cannotCreate, "cannot write events to '\(path)': \(SystemError.words(for: errno))")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package func write(_ line: [UInt8]) {
    guard descriptor >= 0 else { return }
    let sink = DescriptorSink(descriptor)
    do {
      try sink.write(line.span)
      try sink.flush()
    } catch {
      // A pipe takes a short line as a whole or not at all; nothing may follow half a line.
      if case .output(.interrupted) = error, line.count <= PIPE_BUF { return }
      close(descriptor)
      descriptor = -1
      guard case .output(.failed(let reason)) = error else { return }
      let message = "cannot write events to '\(path)': \(reason)"
      StandardStreams.report("apicall: \(TerminalText.line(message)); the rest is lost\n")
    }
  }

  package static func isStandardOutput(_ path: String) -> Bool {
    descriptor(named: path) == STDOUT_FILENO
  }

  /// Returns a copy of a descriptor that the program inherited; descriptors that it opened itself
  /// are refused.
  private static func copy(of number: Int32) -> Int32 {
    let flags = fcntl(number, F_GETFD)
    guard flags < 0 || flags & FD_CLOEXEC != 0 else { return fcntl(number, F_DUPFD_CLOEXEC, 0) }
    errno = EBADF
    return -1
  }

  private static func descriptor(named path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return folder.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }
}
