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
      let place = "\(mark): "
      add((place, .plain), (severity.word, severity.style), (" \(words)", .plain))
      if let excerpt = Excerpt(mark, redactor) {
        let carets = (excerpt.carets, severity.style)
        add((excerpt.gutter, .note), (excerpt.line, .plain))
        add((excerpt.emptyGutter, .note), (excerpt.padding, .plain), carets)
      }
    } else if severity == .error {
      add(("apicall:", .error), (" \(words)", .plain))
    } else {
      add(("apicall: ", .plain), (severity.word, severity.style), (" \(words)", .plain))
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

extension Diagnostic.Severity {
  /// The word in front of what is told.
  fileprivate var word: String {
    switch self {
    case .error: "error:"
    case .warning: "warning:"
    case .note: "note:"
    }
  }

  /// The style of that word, and of the carets.
  fileprivate var style: TextStyle {
    switch self {
    case .error: .error
    case .warning: .hint
    case .note: .key
    }
  }
}
