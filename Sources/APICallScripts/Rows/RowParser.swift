/// Finds the rows in a file that comes in pieces.
protocol RowParser {
  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - bytes: the piece, of any length and cut anywhere.
  ///   - rows: gets the rows that are complete.
  /// - Returns: how many bytes were read: not all, where enough rows were found; the rest comes
  ///   again.
  /// - Throws: a ``RowFault``; the rows before it have been found.
  mutating func push(_ bytes: Span<UInt8>, into rows: inout FoundRows) throws(RowFault) -> Int

  /// Says that the file is over.
  ///
  /// - Parameter rows: gets the last row.
  /// - Throws: a ``RowFault`` where something is missing.
  mutating func finish(into rows: inout FoundRows) throws(RowFault)
}

/// What is wrong with a row, and where.
struct RowFault: Error, Hashable {
  /// The most bytes of a row.
  static let longest = 1 << 20

  /// The line, counted from 1.
  var line: Int
  /// The column, counted from 1; 1 where all of the line is meant.
  var column = 1
  var message: String
  var hint: String?

  init(_ message: String, line: Int, column: Int = 1, hint: String? = nil) {
    self.message = message
    self.line = line
    self.column = column
    self.hint = hint
  }

  /// A row that is longer than any may be.
  static func tooLong(_ what: String, line: Int) -> RowFault {
    RowFault("\(what) is longer than \(longest) bytes", line: line)
  }
}

/// Rows that were found and not taken yet, each a JSON text.
struct FoundRows {
  /// So many bytes are enough for now.
  static let enough = 256 << 10

  /// The rows, one behind the other.
  var bytes: [UInt8] = []
  private var places: [(end: Int, line: Int?, fault: RowFault?)] = []
  private var taken = 0

  /// Whether no more have to be found for now.
  var isEnough: Bool { bytes.count >= Self.enough }

  /// Ends the row that was written last.
  ///
  /// - Parameter line: the line on which it began; nil where nobody knows.
  mutating func end(line: Int?) { places.append((bytes.count, line, nil)) }

  /// Ends the row that was written last, of which something is wrong: the rows behind it are none the
  /// worse for that.
  mutating func end(with fault: RowFault) {
    bytes.removeLast(bytes.count - (places.last?.end ?? 0))
    places.append((bytes.count, fault.line, fault))
  }

  /// Takes the next row out.
  ///
  /// - Returns: its text and its line, and what is wrong with it; nil where there is none.
  mutating func take() -> (bytes: [UInt8], line: Int?, fault: RowFault?)? {
    guard taken < places.count else {
      if taken > 0 { clear() }
      return nil
    }
    let start = taken > 0 ? places[taken - 1].end : 0
    defer { taken += 1 }
    let place = places[taken]
    return (Array(bytes[start..<place.end]), place.line, place.fault)
  }

  /// Forgets what was taken; what was written behind the last end stays.
  private mutating func clear() {
    let end = places[taken - 1].end
    if end == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count <= Self.enough)
    } else {
      bytes.removeFirst(end)
    }
    places.removeAll(keepingCapacity: true)
    taken = 0
  }
}
