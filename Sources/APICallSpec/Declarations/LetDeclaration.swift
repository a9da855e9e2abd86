package import YAMLTree

/// A named value that is computed once per call, from inputs and the lets above it.
package struct LetDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var value: Payload

  /// The placeholders in its value.
  package var placeholders: [Placeholder] { value.templates.flatMap(\.placeholders) }

  package init(name: String, mark: Mark, value: Payload) {
    self.name = name
    self.mark = mark
    self.value = value
  }
}
