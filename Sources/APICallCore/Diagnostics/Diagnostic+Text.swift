import YAMLTree

extension Diagnostic {
  /// The diagnostic as a person reads it: `file:line:column: error: …` with the line and a caret,
  /// or `apicall: …` where it has no place in a file.
  ///
  /// It ends with a line break. Characters that could steer a terminal are shown as escapes.
  package var text: String { String(decoding: styledText.octets, as: UTF8.self) }

  /// The same with what its parts are, for a terminal to show.
  package var styledText: StyledText {
    var text = StyledText()
    func add(_ parts: (String, TextStyle)...) {
      for (part, style) in parts { text.append(TerminalText.escapingLine(part), style) }
      text.append("\n")
    }
    if let mark {
      add(("\(mark): ", .plain), ("error:", .error), (" \(message)", .plain))
      if let excerpt = Excerpt(mark) {
        add((excerpt.gutter, .note), (excerpt.line, .plain))
        add((excerpt.emptyGutter, .note), (excerpt.padding, .plain), (excerpt.carets, .error))
      }
    } else {
      add(("apicall:", .error), (" \(message)", .plain))
    }
    for note in notes {
      add(("\(note.mark): ", .plain), ("note:", .key), (" \(note.message)", .plain))
      if let excerpt = Excerpt(note.mark) {
        add((excerpt.gutter, .note), (excerpt.line, .plain))
        add((excerpt.emptyGutter, .note), (excerpt.padding, .plain), (excerpt.carets, .key))
      }
    }
    if let hint { add(("  ", .plain), ("hint:", .hint), (" \(hint)", .plain)) }
    return text
  }
}

/// The marked line of a file, and what stands below it.
private struct Excerpt {
  let gutter: String
  let line: String
  let emptyGutter: String
  let padding: String
  let carets: String

  /// Takes the line that a mark begins on; nil where the file has no such line.
  init?(_ mark: Mark) {
    guard let line = mark.source.line(mark.start.line) else { return nil }
    let scalars = Array(line.unicodeScalars)
    let column = min(mark.start.column - 1, scalars.count)
    let end = mark.end.line == mark.start.line ? mark.end.column - 1 : scalars.count
    let width = max(1, min(end, scalars.count) - column)

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
