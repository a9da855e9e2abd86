import Glibc

/// Reads frames from a descriptor, one after another.
struct FrameReader {
  private static let pieceLength = 64 << 10

  private let descriptor: Int32
  private var parser = FrameParser()
  private var piece = [UInt8](repeating: 0, count: pieceLength)

  /// A reader.
  ///
  /// - Parameter descriptor: what it reads from; it stays open.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next frame, waiting until it is there; nil at the end.
  ///
  /// - Throws: `FrameProblem` where what comes is no frame, or is cut off.
  mutating func next() throws(FrameProblem) -> Frame? {
    while true {
      if let frame = try parser.next() { return frame }
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // What cannot be read has ended.
      guard count > 0 else {
        try parser.finish()
        return nil
      }
      let octets = piece
      parser.push(octets.span.extracting(0..<count))
    }
  }
}
