import APICallBase
package import APICallContracts
import APICallText

/// CSV (RFC 4180) with LF at the end of each row and the first record's keys as columns.
///
/// Missing keys and null are empty fields, and keys that the first record does not have are left
/// out. Lists and maps in a field are JSON. If the first record is a list, there is no header row.
/// Text that a spreadsheet would treat as a formula (`=`, `+`, `-`, `@`) is not changed.
package struct CSVFormatter: DelimitedFormatter {
  package static let name = "csv"
  package static let summary =
    "CSV (RFC 4180) with LF at the end of each row and the first record's keys as columns."
  static let separator = UInt8(ascii: ",")

  var rows: RowColumns
  var line: [UInt8] = []
  let held: BufferSink

  package init(_ settings: FormatSettings) {
    rows = RowColumns(Self.name, names: settings.columnNames)
    held = BufferSink(limit: settings.limit)
  }

  static func append(_ field: [UInt8], isOnly: Bool, to line: inout [UInt8]) {
    CSVDialect().append(field, isOnly: isOnly, to: &line)
  }
}
