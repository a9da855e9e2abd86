package import APICallContracts

/// JSON lines: each value, or each item of a list, on a line of its own without white space.
package struct NDJSONFormatter: CompactLineFormatter {
  package static let name = StandardFormat.ndjson
  package static let summary =
    "JSON lines: each value, or each item of a list, on a line of its own without white space."
  package static let layout = OutputLayout.records
  package static let printsRows = false

  var line = CompactLine()

  package init() {}
}
