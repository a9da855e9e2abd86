import APICallBase
package import APICallContracts

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

  /// Appends a field, in quotes if it needs them.
  ///
  /// An empty field that is alone in its row must not become an empty line.
  static func append(_ field: [UInt8], isOnly: Bool, to line: inout [UInt8]) {
    // A first field that begins with U+FEFF would be treated as a byte order mark.
    let needsQuotes =
      field.isEmpty
      ? isOnly : field.contains(where: isSpecial) || field.starts(with: [0xEF, 0xBB, 0xBF])
    guard needsQuotes else {
      line += field
      return
    }
    line.append(UInt8(ascii: "\""))
    for byte in field {
      if byte == UInt8(ascii: "\"") { line.append(byte) }
      line.append(byte)
    }
    line.append(UInt8(ascii: "\""))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == separator || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }
}
