/// Finds the fields and rows of comma-separated values (RFC 4180) that come in pieces.
///
/// A row ends with LF, CR LF or CR. Quotes may hold all of that, and empty lines are left out but
/// where rows have one field.
package struct CSVScanner: Sendable {
  private enum State { case rowStart, fieldStart, plain, quoted, behindQuote }

  private static let quote = [UInt8(ascii: "\"")]

  private var state = State.rowStart
  private var isBehindReturn = false
  private var line = 1
  /// The line on which the row, and a field in quotes, began.
  private var rowLine = 1
  private var quoteLine = 1

  /// Creates a scanner at the beginning of the first row.
  package init() {}

  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - octets: the piece, of any length and cut anywhere.
  ///   - receiver: gets the fields and the ends of the rows.
  ///   - output: what the receiver's rows go to.
  /// - Returns: how many octets were read: all, unless the receiver wants no further row now.
  /// - Throws: what the receiver throws, and makes of misplaced quotes.
  package mutating func scan<Receiver: CSVReceiver>(
    _ octets: Span<UInt8>, to receiver: inout Receiver, _ output: inout Receiver.Output
  ) throws(Receiver.Fault) -> Int {
    var index = 0
    while index < octets.count {
      let octet = octets[index]
      if isBehindReturn {
        isBehindReturn = false
        if octet == 0x0A {
          index += 1
          continue
        }
      }
      switch state {
      case .rowStart:
        guard receiver.wantsRow(output) else { return index }
        rowLine = line
        if octet == 0x0A || octet == 0x0D, receiver.width != 1 {
          endLine(octet)
          index += 1
        } else {
          index += try begin(octet, &receiver)
        }
      case .fieldStart: index += try begin(octet, &receiver)
      case .plain:
        let stop = octets.endOfPlainField(from: index)
        if stop > index { try receiver.receive(octets.extracting(index..<stop)) }
        index = stop
        guard index < octets.count else { break }
        guard octets[index] != UInt8(ascii: "\"") else {
          throw receiver.fault(.quoteInside, at: line)
        }
        try end(octets[index], &receiver, &output)
        index += 1
      case .quoted:
        let stop = octets.endOfQuotes(from: index, lines: &line)
        if stop > index { try receiver.receive(octets.extracting(index..<stop)) }
        if stop < octets.count { state = .behindQuote }
        index = stop + 1
      case .behindQuote:
        index += 1
        switch octet {
        case UInt8(ascii: "\""):
          try receiver.receive(Self.quote.span)
          state = .quoted
        case UInt8(ascii: ","), 0x0A, 0x0D: try end(octet, &receiver, &output)
        default: throw receiver.fault(.behindQuotes, at: line)
        }
      }
    }
    return octets.count
  }

  /// Says that nothing more comes; the last row need not end with a line break.
  ///
  /// - Parameters:
  ///   - receiver: gets the end of the last row.
  ///   - output: what the receiver's rows go to.
  /// - Throws: what the receiver throws, and makes of quotes that are not closed.
  package mutating func finish<Receiver: CSVReceiver>(
    _ receiver: inout Receiver, _ output: inout Receiver.Output
  ) throws(Receiver.Fault) {
    switch state {
    case .rowStart: return
    case .quoted: throw receiver.fault(.openQuotes, at: quoteLine)
    case .fieldStart: try receiver.beginField(ofRowAt: rowLine)
    case .plain, .behindQuote: break
    }
    try end(0x0A, &receiver, &output)
  }

  /// Begins a field; returns how many octets it has read.
  private mutating func begin<Receiver: CSVReceiver>(
    _ octet: UInt8, _ receiver: inout Receiver
  ) throws(Receiver.Fault) -> Int {
    try receiver.beginField(ofRowAt: rowLine)
    quoteLine = line
    state = octet == UInt8(ascii: "\"") ? .quoted : .plain
    return state == .quoted ? 1 : 0
  }

  /// Ends a field, and with anything but a comma the row.
  private mutating func end<Receiver: CSVReceiver>(
    _ octet: UInt8, _ receiver: inout Receiver, _ output: inout Receiver.Output
  ) throws(Receiver.Fault) {
    try receiver.endField(to: &output)
    guard octet != UInt8(ascii: ",") else { return state = .fieldStart }
    try receiver.endRow(to: &output)
    endLine(octet)
    state = .rowStart
  }

  private mutating func endLine(_ octet: UInt8) {
    isBehindReturn = octet == 0x0D
    line += 1
  }
}

extension Span<UInt8> {
  /// Where a field without quotes ends, or what cannot stand in it.
  fileprivate func endOfPlainField(from start: Int) -> Int {
    var index = start
    while index < count {
      switch self[index] {
      case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: return index
      default: index += 1
      }
    }
    return index
  }

  /// Where the next quote stands; counts the lines on the way.
  fileprivate func endOfQuotes(from start: Int, lines: inout Int) -> Int {
    var index = start
    while index < count {
      if self[index] == UInt8(ascii: "\"") { return index }
      if self[index] == 0x0A { lines += 1 }
      index += 1
    }
    return index
  }
}

/// Gets the fields and rows of comma-separated values as a ``CSVScanner`` finds them.
package protocol CSVReceiver {
  /// What the rows go to.
  associatedtype Output
  /// What it throws.
  associatedtype Fault: Error

  /// How many fields the rows have; nil before the first one.
  var width: Int? { get }

  /// Begins a field.
  ///
  /// - Parameter line: the line on which its row began, counted from 1.
  /// - Throws: where the row has no room for it.
  mutating func beginField(ofRowAt line: Int) throws(Fault)

  /// Takes the next octets of the field, without its quotes; a quote that was written twice comes
  /// once.
  ///
  /// - Parameter octets: the octets; valid only during the call.
  /// - Throws: where it grows too long.
  mutating func receive(_ octets: Span<UInt8>) throws(Fault)

  /// Ends a field.
  ///
  /// - Parameter output: what the rows go to.
  /// - Throws: where the field is not as it should be.
  mutating func endField(to output: inout Output) throws(Fault)

  /// Ends a row.
  ///
  /// - Parameter output: what the rows go to.
  /// - Throws: where fields are missing, or the output does not take the row.
  mutating func endRow(to output: inout Output) throws(Fault)

  /// Whether the next row is wanted now; the rest of the octets comes again where it is not.
  func wantsRow(_ output: Output) -> Bool

  /// Says what it throws where a quote does not stand where one may.
  ///
  /// - Parameters:
  ///   - fault: what is wrong.
  ///   - line: the line, counted from 1.
  /// - Returns: the error.
  func fault(_ fault: CSVFault, at line: Int) -> Fault
}

extension CSVReceiver {
  /// Yes: all of them are taken as they come.
  package func wantsRow(_ output: Output) -> Bool { true }
}

/// What is wrong with the quotes of comma-separated values.
package enum CSVFault: Sendable, Hashable {
  /// A quote stands in a field that does not begin with one.
  case quoteInside
  /// Something stands behind the closing quote of a field.
  case behindQuotes
  /// All is over, and a field in quotes is not.
  case openQuotes
}
