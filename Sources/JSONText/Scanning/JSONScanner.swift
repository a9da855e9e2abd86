/// Reads JSON (RFC 8259) from a text that comes in pieces cut anywhere.
///
/// The scanner is strict: it checks UTF-8 in strings, a text is one value, and a byte order mark
/// before it is skipped, as section 8.1 allows. Memory grows with the depth of the text only, not
/// with its length.
package struct JSONScanner: Sendable {
  /// The default limit of the nesting.
  package static let usualDepth = 512

  enum State: UInt8 {
    case start, byteOrderMark
    // Where a value may begin: `takesValue` relies on the order of these four.
    case value, firstElement, element, memberValue
    case firstKey, key, colon
    case afterElement, afterMember, end
    case string, number, literal
  }

  enum StringPart: UInt8 {
    case plain, escape, hexadecimal, continuation
  }

  var state = State.start
  /// The state after a complete value, which follows from the innermost container.
  var afterValue = State.end
  var containers: [JSONContainer] = []
  let maxDepth: Int

  var isKey = false
  var isEscaped = false
  var stringPart = StringPart.plain
  /// The number of hexadecimal digits of an escape or UTF-8 continuation bytes still to come.
  var pending: UInt8 = 0
  /// The range of bytes that may continue a UTF-8 sequence (RFC 3629, section 4).
  var continuation: (low: UInt8, high: UInt8) = (0x80, 0xbf)
  var number = JSONNumberPart.minus
  var literal = JSONSyntaxError.Literal.null
  /// The bytes of the literal still to come, the next one lowest.
  var literalRest: UInt32 = 0

  var base = 0
  var line = 1
  var lineStart = 0
  /// The number of UTF-8 continuation bytes in the current line, which have no column of their own.
  var continuations = 0
  var failure: JSONSyntaxError?
  let windows: JSONWindows

  package init(
    maxDepth: Int = usualDepth, allowsMark: Bool = true, windows: JSONWindows = JSONWindows()
  ) {
    self.maxDepth = maxDepth
    self.windows = windows
    if !allowsMark { state = .value }
  }

  /// Whether the value has ended, so that only white space may follow.
  var isComplete: Bool { state == .end && failure == nil }

  /// Reads the next piece of the text.
  ///
  /// Throws `JSONSyntaxError` at the first byte that is not valid there, and the same error again
  /// on every later call.
  package mutating func push(
    _ bytes: Span<UInt8>, into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) {
    if let failure { throw failure }
    if bytes.count < windows.least {
      try readBytes(bytes, into: &consumer)
    } else {
      try readWindows(bytes, into: &consumer)
    }
  }

  /// Reads a piece byte by byte.
  mutating func readBytes(
    _ bytes: Span<UInt8>, into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) {
    var index = 0
    while index < bytes.count {
      switch state {
      case .start where bytes[index] == 0xef:
        state = .byteOrderMark
        index += 1
      case .start:
        state = .value
      case .byteOrderMark:
        index = try scanByteOrderMark(bytes, at: index)
      case .string:
        index = try scanString(bytes, from: index, at: index, into: &consumer)
      case .number:
        index = try scanNumber(bytes, from: index, at: index, into: &consumer)
      case .literal:
        index = try scanLiteral(bytes, from: index, at: index, into: &consumer)
      default:
        index = try scanStructure(bytes, at: index, into: &consumer)
      }
    }
    base += bytes.count
  }

  /// Ends the text.
  package mutating func finish(into consumer: inout some JSONConsumer & ~Copyable)
    throws(JSONSyntaxError)
  {
    if let failure { throw failure }
    if state == .number, number.isComplete {
      consumer.endScalar(at: base, isEscaped: false)
      state = afterValue
    }
    switch state {
    case .end: return
    case .start, .value: throw fail(.empty, at: base)
    case .byteOrderMark: throw fail(.unexpected(0xef, wanted: .value), at: 0)
    case .string: throw fail(.unclosedString, at: base)
    case .number: throw fail(.incomplete(wanted: .digit), at: base)
    case .literal: throw fail(.incomplete(wanted: .literal(literal)), at: base)
    default: throw fail(.incomplete(wanted: wanted), at: base)
    }
  }

  private mutating func scanByteOrderMark(
    _ bytes: Span<UInt8>, at index: Int
  ) throws(JSONSyntaxError) -> Int {
    let place = base + index
    guard bytes[index] == (place == 1 ? 0xbb : 0xbf) else {
      throw fail(.unexpected(0xef, wanted: .value), at: 0)
    }
    if place == 2 {
      lineStart = 3
      state = .value
    }
    return index + 1
  }

  /// Creates the error at a place, and keeps it for later calls.
  mutating func fail(_ reason: JSONSyntaxError.Reason, at offset: Int) -> JSONSyntaxError {
    let column = offset - lineStart - continuations + 1
    let error = JSONSyntaxError(reason, offset: offset, line: line, column: column)
    failure = error
    return error
  }
}
