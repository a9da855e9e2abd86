// Eight bytes at a time: each test sets the top bit of the bytes that pass it. A borrow can only
// reach bytes above one that passes, so the lowest bit set is always exact.

private let ones: UInt64 = 0x0101_0101_0101_0101
private let tops: UInt64 = 0x8080_8080_8080_8080

extension Span<UInt8> {
  /// Returns the end of a run of plain bytes: ASCII except quotes, backslashes and control
  /// characters.
  ///
  /// Returns the index of the first other byte, or `count`.
  @inline(__always)
  func endOfPlainRun(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let word = UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5c)
      let marks =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        | (word &- (ones &* 0x20)) | word
      let special = marks & tops
      if special != 0 { return index &+ special.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      let byte = self[index]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5c { break }
      index &+= 1
    }
    return index
  }

  /// Returns the length of the UTF-8 sequence beyond ASCII at an index (RFC 3629, section 4).
  ///
  /// Returns 2 to 4, or 0 if the sequence is not valid or continues after the end.
  func sequenceLength(at index: Int) -> Int {
    let first = self[index]
    if first < 0xe0 {
      guard first >= 0xc2, index &+ 1 < count else { return 0 }
      return self[index &+ 1] & 0xc0 == 0x80 ? 2 : 0
    }
    if first < 0xf0 {
      guard index &+ 2 < count, self[index &+ 2] & 0xc0 == 0x80 else { return 0 }
      let second = self[index &+ 1]
      let low: UInt8 = first == 0xe0 ? 0xa0 : 0x80
      let high: UInt8 = first == 0xed ? 0x9f : 0xbf
      return second >= low && second <= high ? 3 : 0
    }
    guard first <= 0xf4, index &+ 3 < count, self[index &+ 2] & 0xc0 == 0x80,
      self[index &+ 3] & 0xc0 == 0x80
    else { return 0 }
    let second = self[index &+ 1]
    let low: UInt8 = first == 0xf0 ? 0x90 : 0x80
    let high: UInt8 = first == 0xf4 ? 0x8f : 0xbf
    return second >= low && second <= high ? 4 : 0
  }

  /// Returns the end of a run of ASCII digits.
  ///
  /// Returns the index of the first other byte, or `count`.
  func endOfDigits(from start: Int) -> Int {
    var index = start
    while index < count, self[index].isDigit { index &+= 1 }
    return index
  }

  /// Returns the end of a run of spaces.
  ///
  /// Returns the index of the first other byte, or `count`.
  func endOfSpaces(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count,
      bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) == ones &* 0x20
    {
      index &+= 8
    }
    while index < count, self[index] == 0x20 { index &+= 1 }
    return index
  }

  /// An upper bound of the number of values and keys in a text.
  ///
  /// Each one but the first follows a comma, a colon or an opening bracket. The bound lets the tape
  /// be allocated once; the part that is never written costs no memory.
  var valueBound: Int {
    var bound = 1
    var index = 0
    while index &+ 8 <= count {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let comma = word ^ (ones &* 0x2c)
      let colon = word ^ (ones &* 0x3a)
      // The two brackets differ in one bit.
      let bracket = (word | (ones &* 0x20)) ^ (ones &* 0x7b)
      let marks =
        ((comma &- ones) & ~comma) | ((colon &- ones) & ~colon) | ((bracket &- ones) & ~bracket)
      bound &+= (marks & tops).nonzeroBitCount
      index &+= 8
    }
    return bound &+ (count &- index)
  }
}

extension [UInt8] {
  mutating func append(span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
