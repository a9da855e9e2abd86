import APICallBase
import APICallModel
import APICallText
import JSONText

/// The rows of comma-separated values (RFC 4180): maps with the names of the columns, or lists.
struct CSVRows: RowParser {
  private var scanner: CSVScanner
  private var table: CSVRowTable

  init(
    _ dialect: CSVDialect = CSVDialect(), types: [Loop.Column] = [], isSecret: Bool = false
  ) {
    scanner = CSVScanner(dialect)
    table = CSVRowTable(dialect, types: types, isSecret: isSecret)
  }

  var columns: [String]? { table.columns == nil ? nil : table.names }
  var isInsideRow: Bool { scanner.isInsideRow }

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

/// The columns of comma-separated values, and the current row.
private struct CSVRowTable: CSVReceiver {
  private static let mostColumns = 4096

  private let dialect: CSVDialect
  /// The columns whose fields are not text.
  private let types: [Loop.Column]
  private let isSecret: Bool
  /// The columns; nil until the first row has been read, or begun if it has no names.
  private(set) var columns: [CSVColumn]?
  private(set) var names: [String] = []
  /// The columns of the first row, if they have no names.
  private var items: [CSVColumn] = []
  private var field: [UInt8] = []
  /// The number of complete fields in the current row, and of the bytes in them.
  private var count = 0
  private var length = 0
  private var line = 1
  private var fault: RowFault?

  init(_ dialect: CSVDialect, types: [Loop.Column], isSecret: Bool) {
    self.dialect = dialect
    self.types = types
    self.isSecret = isSecret
  }

  var width: Int? { columns?.count ?? dialect.columns?.count }

  /// Whether the fields of the current row are names, or are skipped because 'columns' has them.
  private var isHeader: Bool { columns == nil && dialect.hasHeader }
  /// What sets the number of fields.
  private var standard: String { dialect.columns == nil ? "the first one" : "'columns'" }

  func wantsRow(_ rows: FoundRows) -> Bool { !rows.isEnough }

  func fault(_ fault: CSVFault, at line: Int) -> RowFault {
    switch fault {
    case .quoteInside:
      RowFault(
        "a field without quotes contains a quote", line: line,
        hint: "put the whole field in quotes, and double each quote in it")
    case .afterQuotes:
      RowFault(
        "text follows the closing quote of a field", line: line,
        hint: "double each quote in a field")
    case .openQuotes: RowFault("a field in quotes is not closed", line: line)
    }
  }

  mutating func beginField(ofRowAt line: Int) throws(RowFault) {
    self.line = line
    if columns == nil, !dialect.hasHeader, let given = dialect.columns {
      names = given
      try makeColumns()
    }
    // The comma counts, because a row may consist only of commas.
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
    if let columns, dialect.hasNames {
      append(to: columns, &rows)
    } else if !isHeader {
      try appendItem(to: &rows)
    } else if dialect.columns == nil {
      try addName()
    }
    count += 1
    field.removeAll(keepingCapacity: field.count <= 64 << 10)
  }

  private mutating func append(to columns: [CSVColumn], _ rows: inout FoundRows) {
    guard fault == nil else { return }
    guard count < columns.count else {
      fault = RowFault(
        "the row has more fields than \(standard) (\(columns.count))", line: line)
      return
    }
    do throws(RowFault) {
      try columns[count].append(field, to: &rows.bytes, line: line)
    } catch {
      fault = error
    }
  }

  /// Appends a field of a row without names; the first row sets their number.
  private mutating func appendItem(to rows: inout FoundRows) throws(RowFault) {
    if let columns { return append(to: columns, &rows) }
    try checkCount()
    items.append(CSVColumn(at: count))
    append(to: items, &rows)
  }

  mutating func endRow(to rows: inout FoundRows) throws(RowFault) {
    if columns == nil, !dialect.hasNames { columns = items }
    if let columns {
      if fault == nil, count < columns.count {
        fault = RowFault(
          "the row has fewer fields (\(count)) than \(standard) (\(columns.count))",
          line: line)
      }
      if let fault {
        rows.end(with: fault)
      } else {
        rows.bytes.append(dialect.hasNames ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        rows.end(line: line)
      }
      fault = nil
    } else {
      try makeColumns()
    }
    count = 0
    length = 0
  }

  func finish() throws(RowFault) {
    guard columns != nil || !dialect.hasHeader else {
      throw RowFault(
        "it is empty", line: 1, hint: "write the names of the columns in its first row")
    }
  }

  private func checkCount() throws(RowFault) {
    guard count < Self.mostColumns else {
      throw RowFault("there are more than \(Self.mostColumns) columns", line: line)
    }
  }

  private mutating func addName() throws(RowFault) {
    try checkCount()
    guard let name = String(validating: field, as: UTF8.self) else {
      throw RowFault("the name of column \(count + 1) is not UTF-8", line: line)
    }
    guard !name.isEmpty else {
      throw RowFault(
        "column \(count + 1) has no name", line: line,
        hint: "write the names of the columns in the first row")
    }
    guard !names.contains(name) else {
      throw RowFault("two columns are named '\(name)'", line: line)
    }
    names.append(name)
  }

  private mutating func makeColumns() throws(RowFault) {
    if let given = dialect.columns {
      if dialect.hasHeader, count != given.count {
        throw RowFault(
          "the first row has \(count) fields, but 'columns' has \(given.count)", line: line)
      }
      names = given
    } else if names.count == 1, names[0].utf8.contains(where: { ";\t|".utf8.contains($0) }) {
      throw RowFault(
        "the only column is '\(names[0])'", line: line,
        hint:
          "'delimiter: \";\"' beside 'csv' sets what separates fields; 'columns' names the column")
    }
    if let missing = types.first(where: { !names.contains($0.name) }) {
      throw RowFault(
        "'types' names the column '\(missing.name)', which \(dialect.columns == nil ? "the file" : "'columns'") does not have",
        line: line,
        hint: Nearest.hint(for: missing.name, among: names, noun: "columns"))
    }
    columns = names.enumerated().map { index, name in
      CSVColumn(
        name, isFirst: index == 0, type: types.first { $0.name == name }?.type ?? .string,
        isSecret: isSecret)
    }
  }
}
