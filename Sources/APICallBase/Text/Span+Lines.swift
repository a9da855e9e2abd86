extension Span<UInt8> {
  /// Where the next line feed stands.
  package func indexOfLineFeed(from start: Int) -> Int? {
    withUnsafeBufferPointer { $0[start...].firstIndex(of: 0x0A) }
  }
}
