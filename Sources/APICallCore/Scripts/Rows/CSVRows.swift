import JSONText

/// Comma-separated values (RFC 4180): each row a map with the names of the first one.
///
/// A row ends with LF, CR LF or CR. Quotes may hold all of that, and empty lines are left out but
/// where rows have one field.
struct CSVRows: RowParser {
  /// The most columns.
  private static let mostColumns = 4096

  private enum State { case rowStart, fieldStart, plain, quoted, behindQuote }

  /// The columns whose fields are not text.
  private let types: [Loop.Column]
  private var state = State.rowStart
  private var isBehindReturn = false
  /// The columns; nil until the first row has been read.
  private var columns: [CSVColumn]?
  private var names: [String] = []
  /// The field that is being read, without its quotes.
  private var field: [UInt8] = []
  /// How many fields of the current row are complete, and how many octets they had.
  private var count = 0
  private var length = 0
  private var line = 1
  /// The line on which the row, and a field in quotes, began.
  private var rowLine = 1
  private var quoteLine = 1

  init(types: [Loop.Column] = []) { self.types = types }

  mutating func push(
    _ octets: Span<UInt8>, into rows: inout FoundRows
  ) throws(RowFault) -> Int {
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
      case .rowStart, .fieldStart:
        if state == .rowStart {
          if rows.isEnough { return index }
          rowLine = line
        }
        index += start(octet)
      case .plain:
        let stop = octets.endOfPlainField(from: index)
        try take(octets.extracting(index..<stop))
        index = stop
        guard index < octets.count else { break }
        guard octets[index] != UInt8(ascii: "\"") else {
          throw RowFault(
            "a quote stands in a field that does not begin with one", line: line,
            hint: "put all of the field in quotes, and each quote in it twice")
        }
        try end(octets[index], into: &rows)
        index += 1
      case .quoted:
        let stop = octets.endOfQuotes(from: index, lines: &line)
        try take(octets.extracting(index..<stop))
        if stop < octets.count { state = .behindQuote }
        index = stop + 1
      case .behindQuote:
        index += 1
        switch octet {
        case UInt8(ascii: "\""):
          field.append(octet)
          state = .quoted
        case UInt8(ascii: ","), 0x0A, 0x0D: try end(octet, into: &rows)
        default:
          throw RowFault(
            "something stands behind the closing quote of a field", line: line,
            hint: "a quote within a field is written twice")
        }
      }
    }
    return octets.count
  }

  mutating func finish(into rows: inout FoundRows) throws(RowFault) {
    switch state {
    case .rowStart:
      if columns == nil {
        throw RowFault(
          "it is empty", line: 1, hint: "its first row holds the names of the columns")
      }
    case .quoted:
      throw RowFault("a field in quotes is not closed", line: quoteLine)
    case .fieldStart, .plain, .behindQuote: try end(0x0A, into: &rows)
    }
  }

  /// Begins a field, or leaves an empty line out; returns how many octets it has read.
  private mutating func start(_ octet: UInt8) -> Int {
    if state == .rowStart, octet == 0x0A || octet == 0x0D, columns?.count != 1 {
      isBehindReturn = octet == 0x0D
      line += 1
      return 1
    }
    state = octet == UInt8(ascii: "\"") ? .quoted : .plain
    quoteLine = line
    return state == .quoted ? 1 : 0
  }

  private mutating func take(_ octets: Span<UInt8>) throws(RowFault) {
    length += octets.count
    guard length <= RowFault.longest else { throw .tooLong("the row", line: rowLine) }
    octets.withUnsafeBufferPointer { field.append(contentsOf: $0) }
  }

  /// Ends a field, and with anything but a comma the row.
  private mutating func end(_ octet: UInt8, into rows: inout FoundRows) throws(RowFault) {
    // The comma counts: a row may hold nothing else.
    length += 1
    guard length <= RowFault.longest else { throw .tooLong("the row", line: rowLine) }
    if let columns {
      guard count < columns.count else {
        throw RowFault(
          "the row has more fields than the first one (\(columns.count))", line: rowLine)
      }
      try columns[count].append(field, to: &rows.octets, line: rowLine)
    } else {
      try addName()
    }
    count += 1
    field.removeAll(keepingCapacity: field.count <= 64 << 10)
    guard octet != UInt8(ascii: ",") else { return state = .fieldStart }
    try endRow(into: &rows)
    isBehindReturn = octet == 0x0D
    line += 1
    state = .rowStart
  }

  private mutating func endRow(into rows: inout FoundRows) throws(RowFault) {
    if let columns {
      guard count == columns.count else {
        throw RowFault(
          "the row has fewer fields (\(count)) than the first one (\(columns.count))",
          line: rowLine)
      }
      rows.octets.append(UInt8(ascii: "}"))
      rows.end(line: rowLine)
    } else {
      if let missing = types.first(where: { !names.contains($0.name) }) {
        throw RowFault(
          "there is no column '\(missing.name)', of which 'types' speaks", line: rowLine,
          hint: Nearest.hint(for: missing.name, among: names, noun: "columns"))
      }
      columns = names.enumerated().map { index, name in
        CSVColumn(
          name, isFirst: index == 0, type: types.first { $0.name == name }?.type ?? .string)
      }
    }
    count = 0
    length = 0
  }

  private mutating func addName() throws(RowFault) {
    guard count < Self.mostColumns else {
      throw RowFault("there are more than \(Self.mostColumns) columns", line: rowLine)
    }
    guard let name = String(validating: field, as: UTF8.self) else {
      throw RowFault("the name of column \(count + 1) is not UTF-8", line: rowLine)
    }
    guard !name.isEmpty else {
      throw RowFault(
        "column \(count + 1) has no name", line: rowLine,
        hint: "the first row holds the names of the columns")
    }
    guard !names.contains(name) else {
      throw RowFault("two columns are named '\(name)'", line: rowLine)
    }
    names.append(name)
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
