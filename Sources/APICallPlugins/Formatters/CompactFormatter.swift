package import APICallContracts

/// JSON without white space between its tokens, and otherwise unchanged.
package struct CompactFormatter: CompactLineFormatter {
  package static let name = "compact"
  package static let summary =
    "JSON without white space between its tokens, and otherwise unchanged."
  package static let layout = OutputLayout.document

  var line = CompactLine()

  package init() {}
}
