extension JSONScanner {
  /// Reads a number, or the part of it in this piece.
  ///
  /// Returns the index to continue at; the state stays `number` if the number may continue.
  mutating func scanNumber(
    _ bytes: Span<UInt8>, from start: Int, at first: Int,
    into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) -> Int {
    var index = first
    var part = number
    if part.repeats { index = bytes.endOfDigits(from: index) }
    while index < bytes.count {
      let byte = bytes[index]
      if let next = part.next(byte) {
        part = next
        index += 1
        if part.repeats { index = bytes.endOfDigits(from: index) }
        continue
      }
      consumer.append(bytes.extracting(start..<index))
      guard part.isComplete else {
        throw fail(.unexpected(byte, wanted: .digit), at: base + index)
      }
      guard part != .zero || !byte.isDigit else { throw fail(.leadingZero, at: base + index) }
      consumer.endScalar(at: base + index, isEscaped: false)
      state = afterValue
      return index
    }
    number = part
    consumer.append(bytes.extracting(start..<index))
    return index
  }

  mutating func beginLiteral(
    _ byte: UInt8, at index: Int, into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) {
    switch byte {
    case UInt8(ascii: "t"):
      literal = .true
      literalRest = 0x65_7572  // "rue"
      consumer.begin(.boolean, at: base + index)
    case UInt8(ascii: "f"):
      literal = .false
      literalRest = 0x6573_6c61  // "alse"
      consumer.begin(.boolean, at: base + index)
    case UInt8(ascii: "n"):
      literal = .null
      literalRest = 0x6c_6c75  // "ull"
      consumer.begin(.null, at: base + index)
    default:
      throw unexpected(byte, at: index)
    }
    state = .literal
  }

  /// Reads a literal, or the part of it in this piece.
  ///
  /// Returns the index to continue at; the state stays `literal` if the literal continues.
  mutating func scanLiteral(
    _ bytes: Span<UInt8>, from start: Int, at first: Int,
    into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) -> Int {
    var index = first
    while index < bytes.count, literalRest != 0 {
      let byte = bytes[index]
      guard byte == UInt8(truncatingIfNeeded: literalRest) else {
        consumer.append(bytes.extracting(start..<index))
        throw fail(.unexpected(byte, wanted: .literal(literal)), at: base + index)
      }
      literalRest >>= 8
      index += 1
    }
    consumer.append(bytes.extracting(start..<index))
    if literalRest == 0 {
      consumer.endScalar(at: base + index, isEscaped: false)
      state = afterValue
    }
    return index
  }
}
