import YAMLTree

/// The marked line of a file, and what stands below it.
struct Excerpt {
  let gutter: String
  let line: String
  let emptyGutter: String
  let padding: String
  let carets: String

  /// Takes the line that a mark begins on; nil where the file has no such line, and where nothing of
  /// it is at hand, as of a file that is read row by row.
  ///
  /// - Parameters:
  ///   - mark: what is marked.
  ///   - redactor: knows what of the line is secret; nil where nothing is.
  init?(_ mark: Mark, _ redactor: Redactor?) {
    guard !mark.source.octets.isEmpty, let line = MarkedLine(mark)?.masked(by: redactor) else {
      return nil
    }
    let (scalars, column) = (line.scalars, line.start)
    let width = max(1, line.end - column)

    // A long line is shown from a window around the mark: a pasted token is not worth a screenful.
    let first = column > 80 ? column - 40 : 0
    let last = min(scalars.count, first + 120)
    var shown = String(String.UnicodeScalarView(scalars[first..<last]))
    if first > 0 { shown = "…" + shown }
    if last < scalars.count { shown += "…" }
    // Tabs are kept, so that the caret stands below its character whatever their width.
    var padding = String.UnicodeScalarView()
    for scalar in scalars[first..<column] { padding.append(scalar == "\t" ? "\t" : " ") }
    if first > 0 { padding.insert(" ", at: padding.startIndex) }

    let number = String(mark.start.line)
    gutter = "  \(number) | "
    self.line = shown
    emptyGutter = "  \(String(repeating: " ", count: number.count)) | "
    self.padding = String(padding)
    carets = String(repeating: "^", count: min(width, max(1, last - column)))
  }
}
