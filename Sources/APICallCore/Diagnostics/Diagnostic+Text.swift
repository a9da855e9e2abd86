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
      if let excerpt = Excerpt(mark, redactor) {
        add((excerpt.gutter, .note), (excerpt.line, .plain))
        add((excerpt.emptyGutter, .note), (excerpt.padding, .plain), (excerpt.carets, .error))
      }
    } else {
      add(("apicall:", .error), (" \(message)", .plain))
    }
    for detail in details { add(("    ", .plain), (detail, .plain)) }
    for note in notes {
      add(("\(note.mark): ", .plain), ("note:", .key), (" \(note.message)", .plain))
      if let excerpt = Excerpt(note.mark, redactor) {
        add((excerpt.gutter, .note), (excerpt.line, .plain))
        add((excerpt.emptyGutter, .note), (excerpt.padding, .plain), (excerpt.carets, .key))
      }
    }
    if let hint { add(("  ", .plain), ("hint:", .hint), (" \(hint)", .plain)) }
    return text
  }
}
