import APICallBase

/// Reads what was read whole before, as an open file.
final class HeldFileReader: FileReader {
  private let octets: [UInt8]
  private var position = 0

  init(_ octets: [UInt8]) { self.octets = octets }

  func status() -> FileStatus { FileStatus(kind: .other) }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = octets[position...].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    position += piece.count
    return piece.count
  }
}
