package import APICallHTTP

/// JSON without white space between its tokens, and not altered otherwise.
package struct CompactFormatter: CompactLineFormatter {
  package static let name = "compact"
  package static let summary =
    "JSON without white space between its tokens, and not altered otherwise."
  package static let layout = OutputLayout.document

  var line = CompactLine()

  package init() {}
}
