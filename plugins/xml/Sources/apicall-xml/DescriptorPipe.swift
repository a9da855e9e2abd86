import Glibc

/// Reading and writing whole octets by descriptors.
enum DescriptorPipe {
  /// Reads what is there, waiting until anything is.
  ///
  /// - Parameters:
  ///   - descriptor: what is read from.
  ///   - buffer: where it goes.
  /// - Returns: how many octets were read; 0 at the end.
  /// - Throws: `FilterProblem` where it cannot be read.
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws(FilterProblem) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw failure("the input cannot be read") }
    }
  }

  /// Writes octets, all of them.
  ///
  /// - Throws: `FilterProblem` where they cannot be written.
  static func write(_ octets: [UInt8], to descriptor: Int32) throws(FilterProblem) {
    var rest = octets[...]
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
