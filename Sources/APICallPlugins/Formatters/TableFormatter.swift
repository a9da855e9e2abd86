import APICallBase
package import APICallHTTP
import JSONText

/// A table of the records of a list, cut to fit a terminal; of a map its keys and values.
///
/// Lists and maps in a field are JSON. What does not fit ends in `…`, and a line at the end says
/// what was cut.
package struct TableFormatter: HeldValueFormatter {
  package static let name = "table"
  package static let summary =
    "A table of the records of a list, cut to fit a terminal; of a map its keys and values."
  package static let layout = OutputLayout.document
  package static let isForPrograms = true
  package static let printsRows = true

  let held: BufferSink
  private let settings: FormatSettings

  package init() { self.init(FormatSettings()) }

  /// Creates a formatter for a terminal of so many columns.
  package init(_ settings: FormatSettings) {
    self.settings = settings
    held = BufferSink(limit: settings.limit)
  }

  mutating func write(_ value: JSONValue, to output: any ByteSink) throws(DeliveryError) {
    let table = try TableRows(value)
    var printer = TablePrinter(table, width: settings.columns)
    try printer.print(to: output)
  }
}
