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

/// A line of a file with what is marked in it, counted from 0 in Unicode scalars.
struct MarkedLine {
  private(set) var scalars: [Unicode.Scalar]
  /// Where the mark begins.
  private(set) var start: Int
  /// Where it ends: after its last scalar.
  private(set) var end: Int
  private let text: String

  /// Takes the line that a mark begins on; nil where the file has no such line.
  init?(_ mark: Mark) {
    guard let line = mark.source.line(mark.start.line) else { return nil }
    text = String(line)
    scalars = Array(line.unicodeScalars)
    start = min(mark.start.column - 1, scalars.count)
    end = min(mark.end.line == mark.start.line ? mark.end.column - 1 : scalars.count, scalars.count)
  }

  /// The line with its secrets masked, and the mark moved to where its text is then.
  ///
  /// - Parameter redactor: knows what is secret; nil where nothing is.
  /// - Returns: the line as it may be shown.
  func masked(by redactor: Redactor?) -> MarkedLine {
    guard let protected = redactor?.protecting(ProtectedText(text)), protected.holdsSecret else {
      return self
    }
    var line = self
    line.scalars = []
    var position = 0
    for stretch in protected.stretches {
      let text = Array(String(decoding: stretch.octets, as: UTF8.self).unicodeScalars)
      let visible = stretch.isSecret ? Array(ProtectedText.mask.unicodeScalars) : text
      let shown = line.scalars.count
      // What is marked within a secret is marked as all of its mask.
      func place(of offset: Int, _ isStart: Bool) -> Int {
        guard stretch.isSecret else { return shown + offset }
        return shown + (offset == 0 || (isStart && offset < text.count) ? 0 : visible.count)
      }
      let extent = position...position + text.count
      if extent ~= start { line.start = place(of: start - position, true) }
      if extent ~= end { line.end = place(of: end - position, false) }
      line.scalars += visible
      position += text.count
    }
    return line
  }
}
