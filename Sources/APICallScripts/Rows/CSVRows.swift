import APICallBase
import APICallSpec
import JSONText

/// Comma-separated values (RFC 4180): each row a map with the names of the first one.
struct CSVRows: RowParser {
  private var scanner = CSVScanner()
  private var table: CSVTable

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - types: the columns whose fields are not text.
  ///   - isSecret: whether no message may show what is in it.
  init(types: [Loop.Column] = [], isSecret: Bool = false) {
    table = CSVTable(types: types, isSecret: isSecret)
  }

  mutating func push(
    _ bytes: Span<UInt8>, into rows: inout FoundRows
  ) throws(RowFault) -> Int {
    try scanner.scan(bytes, to: &table, &rows)
  }

  mutating func finish(into rows: inout FoundRows) throws(RowFault) {
    try scanner.finish(&table, &rows)
    try table.finish()
  }
}

/// The columns of comma-separated values, and the row that is being read.
private struct CSVTable: CSVReceiver {
  /// The most columns.
  private static let mostColumns = 4096

  /// The columns whose fields are not text.
  private let types: [Loop.Column]
  private let isSecret: Bool
  /// The columns; nil until the first row has been read.
  private var columns: [CSVColumn]?
  private var names: [String] = []
  /// The field that is being read, without its quotes.
  private var field: [UInt8] = []
  /// How many fields of the current row are complete, and how many bytes they had.
  private var count = 0
  private var length = 0
  private var line = 1
  /// What is wrong with the current row, and with no other.
  private var fault: RowFault?

  init(types: [Loop.Column], isSecret: Bool) {
    self.types = types
    self.isSecret = isSecret
  }

  var width: Int? { columns?.count }

  func wantsRow(_ rows: FoundRows) -> Bool { !rows.isEnough }

  func fault(_ fault: CSVFault, at line: Int) -> RowFault {
    switch fault {
    case .quoteInside:
      RowFault(
        "a quote stands in a field that does not begin with one", line: line,
        hint: "put all of the field in quotes, and each quote in it twice")
    case .behindQuotes:
      RowFault(
        "something stands behind the closing quote of a field", line: line,
        hint: "a quote within a field is written twice")
    case .openQuotes: RowFault("a field in quotes is not closed", line: line)
    }
  }

  mutating func beginField(ofRowAt line: Int) throws(RowFault) {
    self.line = line
    // The comma counts: a row may hold nothing else.
    try lengthen(by: 1)
  }

  mutating func receive(_ bytes: Span<UInt8>) throws(RowFault) {
    try lengthen(by: bytes.count)
    bytes.withUnsafeBufferPointer { field.append(contentsOf: $0) }
  }

  private mutating func lengthen(by bytes: Int) throws(RowFault) {
    length += bytes
    guard length <= RowFault.longest else { throw .tooLong("the row", line: line) }
  }

  mutating func endField(to rows: inout FoundRows) throws(RowFault) {
    if let columns {
      append(to: columns, &rows)
    } else {
      try addName()
    }
    count += 1
    field.removeAll(keepingCapacity: field.count <= 64 << 10)
  }

  private mutating func append(to columns: [CSVColumn], _ rows: inout FoundRows) {
    guard fault == nil else { return }
    guard count < columns.count else {
      fault = RowFault(
        "the row has more fields than the first one (\(columns.count))", line: line)
      return
    }
    do throws(RowFault) {
      try columns[count].append(field, to: &rows.bytes, line: line)
    } catch {
      fault = error
    }
  }

  mutating func endRow(to rows: inout FoundRows) throws(RowFault) {
    if let columns {
      if fault == nil, count < columns.count {
        fault = RowFault(
          "the row has fewer fields (\(count)) than the first one (\(columns.count))", line: line)
      }
      if let fault {
        rows.end(with: fault)
      } else {
        rows.bytes.append(UInt8(ascii: "}"))
        rows.end(line: line)
      }
      fault = nil
    } else {
      try makeColumns()
    }
    count = 0
    length = 0
  }

  /// Checks that there were any rows.
  func finish() throws(RowFault) {
    guard columns != nil else {
      throw RowFault(
        "it is empty", line: 1, hint: "its first row holds the names of the columns")
    }
  }

  private mutating func addName() throws(RowFault) {
    guard count < Self.mostColumns else {
      throw RowFault("there are more than \(Self.mostColumns) columns", line: line)
    }
    guard let name = String(validating: field, as: UTF8.self) else {
      throw RowFault("the name of column \(count + 1) is not UTF-8", line: line)
    }
    guard !name.isEmpty else {
      throw RowFault(
        "column \(count + 1) has no name", line: line,
        hint: "the first row holds the names of the columns")
    }
    guard !names.contains(name) else {
      throw RowFault("two columns are named '\(name)'", line: line)
    }
    names.append(name)
  }

  private mutating func makeColumns() throws(RowFault) {
    if let missing = types.first(where: { !names.contains($0.name) }) {
      throw RowFault(
        "there is no column '\(missing.name)', of which 'types' speaks", line: line,
        hint: Nearest.hint(for: missing.name, among: names, noun: "columns"))
    }
    columns = names.enumerated().map { index, name in
      CSVColumn(
        name, isFirst: index == 0, type: types.first { $0.name == name }?.type ?? .string,
        isSecret: isSecret)
    }
  }
}
