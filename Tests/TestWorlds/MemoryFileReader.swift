package import APICallBase

/// Reads bytes in memory as an open file.
package final class MemoryFileReader: FileReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func status() -> FileStatus { FileStatus(kind: .file, size: bytes.count) }

  package func seek(to offset: Int) { position = min(offset, bytes.count) }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = bytes[position...].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    position += piece.count
    return piece.count
  }
}
