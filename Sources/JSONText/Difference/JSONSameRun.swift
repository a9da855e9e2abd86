/// Tells whether two pieces of text are the same octets, and remembers where they cease to be: what
/// stands in a piece is mostly asked for after the piece itself.
struct JSONSameRun {
  /// Where octets of the first text are the same as those of the second; the one behind is not.
  private var known: Range<Int>?
  /// How much further back the same octets stand in the second text.
  private var shift = 0

  /// Says whether two ranges hold the same octets.
  ///
  /// - Parameters:
  ///   - first: a range of the first text, always the same one.
  ///   - left: the first text.
  ///   - second: a range of the second text, always the same one.
  ///   - right: the second text.
  /// - Returns: whether they do.
  mutating func covers(
    _ first: Range<Int>, of left: [UInt8], _ second: Range<Int>, of right: [UInt8]
  ) -> Bool {
    guard first.count == second.count else { return false }
    let start = first.lowerBound
    if let known, shift == second.lowerBound - start, known.lowerBound <= start,
      start <= known.upperBound
    {
      return first.upperBound <= known.upperBound
    }
    let same = left.span.extracting(first).sameCount(as: right.span.extracting(second))
    if same == first.count { return true }
    known = start..<start + same
    shift = second.lowerBound - start
    return false
  }
}

extension Span<UInt8> {
  /// How many octets at the beginning are the same as those of another span of the same length.
  fileprivate func sameCount(as other: Span<UInt8>) -> Int {
    let (left, right) = (bytes, other.bytes)
    let count = Swift.min(count, other.count)
    var index = 0
    while index &+ 8 <= count,
      left.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        == right.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    {
      index &+= 8
    }
    while index < count, self[index] == other[index] { index &+= 1 }
    return index
  }
}
