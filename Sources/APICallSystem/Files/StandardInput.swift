import APICallBase
import Glibc
import Synchronization

/// Standard input as a file.
///
/// It can be read only once, unless it was read as a whole.
enum StandardInput {
  private enum State {
    case untouched
    /// Read as a whole, and kept for further reads.
    case held([UInt8])
    /// Read piece by piece.
    case streamed
  }

  private static let state = Mutex(State.untouched)
  private static let taken = FileError.other("it can be read only once")

  /// Reads all of it; further calls return the same bytes.
  static func read(limit: Int) throws(FileError) -> [UInt8] {
    try state.withLock { (state) throws(FileError) in
      switch state {
      case .held(let bytes):
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
      case .streamed: throw taken
      case .untouched:
        state = .streamed
        let bytes = try reader().readAll(limit: limit)
        state = .held(bytes)
        return bytes
      }
    }
  }

  /// Opens it for reading piece by piece.
  static func open() throws(FileError) -> any FileReader {
    try state.withLock { (state) throws(FileError) in
      switch state {
      case .held(let bytes): return BufferedFileReader(bytes)
      case .streamed: throw taken
      case .untouched:
        state = .streamed
        return try reader()
      }
    }
  }

  private static func reader() throws(FileError) -> SystemFileReader {
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw FileError(errno) }
    return SystemFileReader(adopting: descriptor)
  }
}

/// Reads the kept bytes as an open file.
final class BufferedFileReader: FileReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func status() -> FileStatus { FileStatus(kind: .other) }

  func seek(to offset: Int) throws(FileError) { throw .notRegular }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = bytes[position...].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    position += piece.count
    return piece.count
  }
}
