package import YAMLTree

/// Text with placeholders in it: `/users/<id>`.
///
/// `\<` is a literal `<`, and any use of `<` that begins no ``Placeholder`` (`a < b`, `</p>`,
/// `<a b="1">`) is text.
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
  /// What looks like a placeholder and is none; nothing where placeholders are not read.
  package var doubts: [DoubtfulText] = []

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
    // Not `joined()`: what it looks up at its first use is a twentieth of a whole call.
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let literal): text += literal
      case .placeholder(let placeholder): text += placeholder.text
      }
    }
  }

  /// The text, where there is no placeholder in it.
  package var literal: String? {
    if parts.isEmpty { return "" }
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    return nil
  }
}
