import Glibc

/// Octets written to open files.
enum DescriptorWriting {
  /// Writes all octets.
  ///
  /// - Parameters:
  ///   - octets: what to write.
  ///   - descriptor: an open file descriptor.
  /// - Returns: 0, or the number of the error.
  static func write(_ octets: [UInt8], to descriptor: Int32) -> Int32 {
    var position = 0
    while position < octets.count {
      let count = octets[position...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR, Signals.received == nil else { return errno }
      } else {
        position += count
      }
    }
    return 0
  }
}
