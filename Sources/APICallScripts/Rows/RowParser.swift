/// A parser that finds rows in a file, which it receives in pieces.
protocol RowParser {
  /// Reads the next piece.
  ///
  /// Returns the number of bytes read: not all if enough rows were found; the rest is passed in
  /// again. Throws a ``RowFault``; the rows before it have been found.
  mutating func push(_ bytes: Span<UInt8>, into rows: inout FoundRows) throws(RowFault) -> Int

  mutating func finish(into rows: inout FoundRows) throws(RowFault)

  /// The names of the columns; nil if there are none, or before they are known.
  var columns: [String]? { get }

  /// Whether the last byte that it has read is inside a row.
  var isInsideRow: Bool { get }
}

extension RowParser {
  var columns: [String]? { nil }
  var isInsideRow: Bool { false }
}

/// A fault in a row, and its place.
struct RowFault: Error, Hashable {
  static let longest = 1 << 20

  /// The line, counted from 1.
  var line: Int
  /// The column, counted from 1; 1 for the whole line.
  var column = 1
  var message: String
  var hint: String?

  init(_ message: String, line: Int, column: Int = 1, hint: String? = nil) {
    self.message = message
    self.line = line
    self.column = column
    self.hint = hint
  }

  static func tooLong(_ what: String, line: Int) -> RowFault {
    RowFault("\(what) is longer than \(longest) bytes", line: line)
  }
}

/// Rows that were found but not taken yet, as JSON texts.
struct FoundRows {
  static let enough = 256 << 10

  var bytes: [UInt8] = []
  private var places: [(end: Int, line: Int?, fault: RowFault?)] = []
  private var taken = 0

  var isEnough: Bool { bytes.count >= Self.enough }

  /// The share of the rows that were taken, from 0 to 1.
  var takenShare: Double { places.isEmpty ? 1 : Double(taken) / Double(places.count) }

  mutating func end(line: Int?) { places.append((bytes.count, line, nil)) }

  /// Ends the row that was written last, which has a fault; later rows are not affected.
  mutating func end(with fault: RowFault) {
    bytes.removeLast(bytes.count - (places.last?.end ?? 0))
    places.append((bytes.count, fault.line, fault))
  }

  /// Takes the next row.
  ///
  /// Returns its text, its line and its fault; nil if there is no row.
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

  /// Discards the rows that were taken; bytes after the last end remain.
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
