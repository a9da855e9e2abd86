package import YAMLTree

/// Text with placeholders in it: `/users/<id>`.
///
/// The grammar is `<name>` or `<name.field>`, names being `[A-Za-z_][A-Za-z0-9_-]*`. `\<` is a
/// literal `<`, and any other use of `<` (`a < b`, `</p>`, `<a b="1">`) is text.
package struct Template: Sendable {
  /// A stretch of text, or a placeholder.
  package enum Part: Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The parts in the order they are written; neighbouring text is one part.
  package let parts: [Part]
  /// The place of the whole text.
  package let mark: Mark

  package init(parts: [Part], mark: Mark) {
    self.parts = parts
    self.mark = mark
  }

  /// The placeholders in it.
  package var placeholders: [Placeholder] {
    parts.compactMap { part in
      if case .placeholder(let placeholder) = part { placeholder } else { nil }
    }
  }

  /// The placeholder that makes up the whole text, whose value then keeps its type.
  package var sole: Placeholder? {
    if parts.count == 1, case .placeholder(let placeholder) = parts[0] { placeholder } else { nil }
  }

  /// The text as it is written, but for escapes.
  package var written: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): placeholder.text
      }
    }.joined()
  }

  /// The text, where there is no placeholder in it.
  package var literal: String? {
    if parts.isEmpty { return "" }
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    return nil
  }
}

/// A place in a template that takes a value.
package struct Placeholder: Sendable {
  /// The name it begins with.
  package let name: String
  /// The members to go down into, from the outside in.
  package let fields: [String]
  /// The place of the text it stands in.
  let container: Mark

  /// The placeholder as it is written.
  package var text: String { "<" + ([name] + fields).joined(separator: ".") + ">" }

  /// The place of the placeholder itself, found in the source; the whole text's where escapes hide
  /// it.
  ///
  /// Worked out only when a message needs it.
  package var mark: Mark { container.finding(text) }
}

extension Mark {
  /// The first place within this one where a text stands as it is; this one where there is none.
  func finding(_ text: String) -> Mark {
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
    return self
  }
}
