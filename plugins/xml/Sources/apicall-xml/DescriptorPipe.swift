import Glibc

/// Reads and writes bytes on descriptors.
enum DescriptorPipe {
  /// Waits for bytes and reads those that are available.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor to read from.
  ///   - buffer: receives the bytes.
  /// - Returns: the number of bytes; 0 at the end.
  /// - Throws: `FilterProblem` if it cannot be read.
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws(FilterProblem) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw failure("the input cannot be read") }
    }
  }

  /// Writes all bytes.
  ///
  /// - Throws: `FilterProblem` if they cannot be written.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FilterProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw failure("the value cannot be written")
      }
    }
  }

  private static func failure(_ words: String) -> FilterProblem {
    FilterProblem(FilterProblem.brokenPipe, "\(words): \(String(cString: strerror(errno)))")
  }
}
