package import YAMLTree

/// A part of a placeholder, for places in messages.
package struct TemplateSpan: Sendable {
  package let container: Mark
  package let placeholder: String
  /// The range of the part, in bytes of the placeholder.
  package let range: Range<Int>

  package init(container: Mark, placeholder: String, range: Range<Int>) {
    self.container = container
    self.placeholder = placeholder
    self.range = range
  }

  package var text: String { String(decoding: Array(placeholder.utf8)[range], as: UTF8.self) }

  /// The place of the part in the source; the place of the whole text if escapes hide it.
  ///
  /// It is computed only when a message needs it.
  package var mark: Mark {
    let bytes = Array(placeholder.utf8)
    let head = String(decoding: bytes[..<range.upperBound], as: UTF8.self)
    guard let found = container.finding(placeholder) ?? container.finding(head)
    else { return container }
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let column = found.start.column + before.unicodeScalars.count
    let start = Mark.Position(line: found.start.line, column: column)
    let end = Mark.Position(line: found.start.line, column: column + text.unicodeScalars.count)
    return Mark(source: found.source, start: start, end: end)
  }
}

extension Mark {
  fileprivate func finding(_ text: String) -> Mark? {
    let wanted = Array(text.unicodeScalars)
    for number in start.line...max(start.line, end.line) {
      guard let line = source.line(number) else { break }
      let scalars = Array(line.unicodeScalars)
      var column = number == start.line ? start.column - 1 : 0
      while column + wanted.count <= scalars.count {
        if scalars[column] == wanted.first,
          Array(scalars[column..<column + wanted.count]) == wanted
        {
          let start = Mark.Position(line: number, column: column + 1)
          let end = Mark.Position(line: number, column: column + 1 + wanted.count)
          return Mark(source: source, start: start, end: end)
        }
        column += 1
      }
    }
    return nil
  }
}
