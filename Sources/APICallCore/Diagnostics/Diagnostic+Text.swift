import YAMLTree

extension Diagnostic {
  /// The diagnostic as a person reads it: `file:line:column: error: …` with the line and a caret,
  /// or `apicall: …` where it has no place in a file.
  ///
  /// It ends with a line break. Characters that could steer a terminal are shown as escapes.
  package var text: String {
    var lines: [String] = []
    if let mark {
      lines.append("\(mark): error: \(message)")
      lines += excerpt(mark)
    } else {
      lines.append("apicall: \(message)")
    }
    for note in notes {
      lines.append("\(note.mark): note: \(note.message)")
      lines += excerpt(note.mark)
    }
    if let hint { lines.append("  hint: \(hint)") }
    return lines.map { line in
      TerminalText.escapingLine(line) + "\n"
    }.joined()
  }

  /// The marked line and a line of carets below it.
  private func excerpt(_ mark: Mark) -> [String] {
    guard let line = mark.source.line(mark.start.line) else { return [] }
    let marked = markedLine(line, mark)
    let (scalars, column) = (marked.scalars, marked.start)
    let width = max(1, marked.end - column)

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
    let gutter = String(repeating: " ", count: number.count)
    let carets = String(repeating: "^", count: min(width, max(1, last - column)))
    return ["  \(number) | \(shown)", "  \(gutter) | \(String(padding))\(carets)"]
  }

  /// A line with what is marked in it, counted from 0 in Unicode scalars: secrets masked, and the
  /// mark moved to where its text is then.
  private func markedLine(
    _ line: some StringProtocol, _ mark: Mark
  ) -> (scalars: [Unicode.Scalar], start: Int, end: Int) {
    let scalars = Array(line.unicodeScalars)
    let column = min(mark.start.column - 1, scalars.count)
    let end = mark.end.line == mark.start.line ? mark.end.column - 1 : scalars.count
    let whole = (scalars, column, min(end, scalars.count))
    guard let protected = redactor?.protecting(ProtectedText(line)), protected.holdsSecret else {
      return whole
    }
    var shown: [Unicode.Scalar] = []
    var (start, stop, position) = (0, 0, 0)
    for stretch in protected.stretches {
      let text = Array(String(decoding: stretch.octets, as: UTF8.self).unicodeScalars)
      let visible = stretch.isSecret ? Array(ProtectedText.mask.unicodeScalars) : text
      // What is marked within a secret is marked as all of its mask.
      func place(of offset: Int, _ isStart: Bool) -> Int {
        guard stretch.isSecret else { return shown.count + offset }
        return shown.count + (offset == 0 || (isStart && offset < text.count) ? 0 : visible.count)
      }
      if position...position + text.count ~= whole.1 { start = place(of: whole.1 - position, true) }
      if position...position + text.count ~= whole.2 { stop = place(of: whole.2 - position, false) }
      shown += visible
      position += text.count
    }
    return (shown, start, stop)
  }
}
