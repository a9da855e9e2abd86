import APICallBase
package import APICallContracts
import JSONText

/// A table of the records of a list, or the keys and values of a map, cut to fit a terminal.
///
/// Lists and maps in a field are JSON. A value that does not fit ends in `…`, and a last line
/// reports what was cut.
package struct TableFormatter: BufferedValueFormatter {
  package static let name = "table"
  package static let summary =
    "A table of the records of a list, or the keys and values of a map, cut to fit a terminal."
  package static let layout = OutputLayout.document
  package static let isForPrograms = true
  package static let printsRows = true
  package static let hasColumns = true

  let held: BufferSink
  private let settings: FormatSettings
  package private(set) var remarks: [FormatRemark] = []

  package init(_ settings: FormatSettings) {
    self.settings = settings
    held = BufferSink(limit: settings.limit)
  }

  mutating func write(_ value: JSONNode, to output: any ByteSink) throws(DeliveryError) {
    let table = try TableRows(value, names: settings.columnNames)
    var printer = TablePrinter(table, width: settings.columns)
    try printer.print(to: output)
    remarks += table.remarks
  }
}
