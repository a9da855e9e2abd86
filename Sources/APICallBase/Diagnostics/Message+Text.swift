package import APICallText
import YAMLTree

extension Message {
  /// The diagnostic as text: `file:line:column: error: …` with the line and a caret, or
  /// `apicall: …` if it has no place in a file.
  ///
  /// It ends with a line break. Characters that could control a terminal, and commands of CI
  /// services, are shown as escapes.
  package var text: String { String(decoding: styledText.bytes, as: UTF8.self) }

  /// The same text with its styles, for a terminal.
  package var styledText: StyledText {
    var text = StyledText()
    func add(_ parts: (String, TextStyle)...) {
      var isStart = true
      for (part, style) in parts {
        text.append(TerminalText.line(part, isStart: isStart), style)
        isStart = isStart && part.allSatisfy(\.isWhitespace)
      }
      text.append("\n")
    }
    if let mark {
      let hasLines = mark.source.hasLines
      let place = hasLines ? "\(mark): " : "\(mark.source.name): "
      add((place, .plain), (severity.word, severity.style), (" \(words)", .plain))
      if let excerpt = Excerpt(mark, redactor) {
        let carets = (excerpt.carets, severity.style)
        add((hasLines ? excerpt.gutter : excerpt.emptyGutter, .note), (excerpt.line, .plain))
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

extension Message.Severity {
  fileprivate var word: String {
    switch self {
    case .error: "error:"
    case .warning: "warning:"
    case .note: "note:"
    }
  }

  fileprivate var style: TextStyle {
    switch self {
    case .error: .error
    case .warning: .hint
    case .note: .key
    }
  }
}
