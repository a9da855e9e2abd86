package import APICallBase

/// Reads bytes in memory as an open file.
package final class MemoryFileReader: FileReader {
  private let octets: [UInt8]
  private var position = 0

  package init(_ octets: [UInt8]) { self.octets = octets }

  package func status() -> FileStatus { FileStatus(kind: .file, size: octets.count) }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = octets[position...].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    position += piece.count
    return piece.count
  }
}
