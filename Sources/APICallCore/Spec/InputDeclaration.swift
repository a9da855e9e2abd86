package import YAMLTree

/// An input: a typed, documented parameter of a call.
package struct InputDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var type: InputType = .string
  /// The value where none is given.
  package var defaultValue: Value?
  /// Whether the call cannot do without: true unless there is a default or `required: false`.
  package var isRequired = true
  /// Whether the value is masked wherever it is shown.
  package var isSecret = false
  /// One line that says what it is for.
  package var help: String?

  package init(name: String, mark: Mark) {
    self.name = name
    self.mark = mark
  }
}

/// The types of an input.
package enum InputType: String, Sendable, CaseIterable {
  case string, integer, number, boolean, array, object

  /// The type in the words of messages, with an article.
  package var words: String {
    switch self {
    case .string: "text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .array: "a list in JSON, such as [1, 2]"
    case .object: "a map in JSON, such as {\"a\": 1}"
    }
  }
}
