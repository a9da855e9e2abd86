import APICallBase

/// Reads octets in memory as an open file.
final class MemoryFileReader: FileReader {
  private let octets: [UInt8]
  private var position = 0

  init(_ octets: [UInt8]) { self.octets = octets }

  func status() -> FileStatus { FileStatus(kind: .file, size: octets.count) }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = octets[position...].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    position += piece.count
    return piece.count
  }
}
