package import APICallBase
package import JSONText
package import Patterns
package import YAMLTree

/// A named value to take from an answer.
package struct OutputDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var place: Place
  /// What takes a part of the text that stands there; all of it is the value where there is none.
  package var pattern: Pattern?
  /// The value where the answer has none.
  package var defaultValue: Value?
  /// Whether the value is masked wherever it is shown, but for where it was asked for.
  package var isSecret = false
  /// The origins that a secret value may go to, beside those of the stored secrets that it was made
  /// with; they count in a folder that is trusted.
  package var origins: [Origin] = []

  /// Where in the answer the value stands.
  package enum Place: Sendable {
    /// In the body.
    case body(JSONPath)
    /// In a header field.
    case header(String)
    /// In the text of the body, where a pattern finds it.
    case text
  }
}
