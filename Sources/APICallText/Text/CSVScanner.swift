/// Finds the fields and rows of comma-separated values (RFC 4180) that arrive in pieces.
///
/// A row ends with LF, CR LF or CR; within quotes, these are part of the field. Empty lines are
/// skipped unless rows have a single field.
package struct CSVScanner: Sendable {
  private enum State { case rowStart, fieldStart, plain, quoted, afterQuote }

  private var state = State.rowStart
  private var isAfterReturn = false
  private var line = 1
  /// The lines on which the row and the quoted field began.
  private var rowLine = 1
  private var quoteLine = 1

  private let delimiter: UInt8
  /// The quote; the delimiter, which ends a field before, if quotes have no meaning.
  private let quote: UInt8

  package init(_ dialect: CSVDialect = CSVDialect()) {
    delimiter = dialect.delimiter
    quote = dialect.quote ?? dialect.delimiter
  }

  /// Whether a row has begun that has not ended.
  package var isInsideRow: Bool { state != .rowStart }

  /// Returns the number of bytes read: all, unless the receiver does not want another row now.
  ///
  /// Throws the errors of the receiver, including those for misplaced quotes.
  package mutating func scan<Receiver: CSVReceiver>(
    _ bytes: Span<UInt8>, to receiver: inout Receiver, _ output: inout Receiver.Output
  ) throws(Receiver.Fault) -> Int {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if isAfterReturn {
        isAfterReturn = false
        if byte == 0x0A {
          index += 1
          continue
        }
      }
      switch state {
      case .rowStart:
        guard receiver.wantsRow(output) else { return index }
        rowLine = line
        if byte == 0x0A || byte == 0x0D, receiver.width != 1 {
          endLine(byte)
          index += 1
        } else {
          index += try begin(byte, &receiver)
        }
      case .fieldStart: index += try begin(byte, &receiver)
      case .plain:
        let stop = bytes.endOfPlainField(from: index, delimiter, quote)
        if stop > index { try receiver.receive(bytes.extracting(index..<stop)) }
        index = stop
        guard index < bytes.count else { break }
        guard bytes[index] != quote || quote == delimiter else {
          throw receiver.fault(.quoteInside, at: line)
        }
        try end(bytes[index], &receiver, &output)
        index += 1
      case .quoted:
        let stop = bytes.endOfQuotes(quote, from: index, lines: &line)
        if stop > index { try receiver.receive(bytes.extracting(index..<stop)) }
        if stop < bytes.count { state = .afterQuote }
        index = stop + 1
      case .afterQuote:
        index += 1
        switch byte {
        case quote:
          try receiver.receive(bytes.extracting((index - 1)..<index))
          state = .quoted
        case delimiter, 0x0A, 0x0D: try end(byte, &receiver, &output)
        default: throw receiver.fault(.afterQuotes, at: line)
        }
      }
    }
    return bytes.count
  }

  /// Ends the input; the last row need not end with a line break.
  package mutating func finish<Receiver: CSVReceiver>(
    _ receiver: inout Receiver, _ output: inout Receiver.Output
  ) throws(Receiver.Fault) {
    switch state {
    case .rowStart: return
    case .quoted: throw receiver.fault(.openQuotes, at: quoteLine)
    case .fieldStart: try receiver.beginField(ofRowAt: rowLine)
    case .plain, .afterQuote: break
    }
    try end(0x0A, &receiver, &output)
  }

  /// Begins a field; returns the number of bytes that it has read.
  private mutating func begin<Receiver: CSVReceiver>(
    _ byte: UInt8, _ receiver: inout Receiver
  ) throws(Receiver.Fault) -> Int {
    try receiver.beginField(ofRowAt: rowLine)
    quoteLine = line
    state = byte == quote && quote != delimiter ? .quoted : .plain
    return state == .quoted ? 1 : 0
  }

  /// Ends a field, and also the row unless the byte is a delimiter.
  private mutating func end<Receiver: CSVReceiver>(
    _ byte: UInt8, _ receiver: inout Receiver, _ output: inout Receiver.Output
  ) throws(Receiver.Fault) {
    try receiver.endField(to: &output)
    guard byte != delimiter else { return state = .fieldStart }
    try receiver.endRow(to: &output)
    endLine(byte)
    state = .rowStart
  }

  private mutating func endLine(_ byte: UInt8) {
    isAfterReturn = byte == 0x0D
    line += 1
  }
}

extension Span<UInt8> {
  /// Returns the index of the end of an unquoted field, or of a quote in it.
  fileprivate func endOfPlainField(from start: Int, _ delimiter: UInt8, _ quote: UInt8) -> Int {
    var index = start
    while index < count {
      switch self[index] {
      case delimiter, quote, 0x0A, 0x0D: return index
      default: index += 1
      }
    }
    return index
  }

  /// Returns the index of the next quote, and counts the lines before it.
  fileprivate func endOfQuotes(_ quote: UInt8, from start: Int, lines: inout Int) -> Int {
    var index = start
    while index < count {
      if self[index] == quote { return index }
      if self[index] == 0x0A { lines += 1 }
      index += 1
    }
    return index
  }
}

/// Receives the fields and rows that a ``CSVScanner`` finds.
package protocol CSVReceiver {
  associatedtype Output
  associatedtype Fault: Error

  /// The number of fields in a row; nil before the first row.
  var width: Int? { get }

  /// Throws an error if the row has too many fields.
  mutating func beginField(ofRowAt line: Int) throws(Fault)

  /// Takes the next bytes of the field, without its quotes; a doubled quote arrives once.
  mutating func receive(_ bytes: Span<UInt8>) throws(Fault)

  /// Throws an error if the field is not valid.
  mutating func endField(to output: inout Output) throws(Fault)

  /// Throws an error if fields are missing, or if the output does not accept the row.
  mutating func endRow(to output: inout Output) throws(Fault)

  /// Whether the receiver wants the next row now; if not, the caller passes the remaining bytes
  /// again later.
  func wantsRow(_ output: Output) -> Bool

  func fault(_ fault: CSVFault, at line: Int) -> Fault
}

extension CSVReceiver {
  /// True by default: all rows are taken as they arrive.
  package func wantsRow(_ output: Output) -> Bool { true }
}

/// An error in the quotes of comma-separated values.
package enum CSVFault: Sendable, Hashable {
  /// An unquoted field contains a quote.
  case quoteInside
  /// The closing quote of a field is followed by other text.
  case afterQuotes
  /// The input ends within a quoted field.
  case openQuotes
}
