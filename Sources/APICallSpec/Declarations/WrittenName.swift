package import YAMLTree

/// A name with the place it was written at.
package struct WrittenName: Sendable {
  package var text: String
  package var mark: Mark
  /// What is set of what has the name, in order.
  package var options: [GivenOption] = []
}

/// What a file gives to one option of what it names.
package struct GivenOption: Sendable {
  /// The option.
  package var name: String
  /// The place of its name.
  package var mark: Mark
  /// The value; only that of an auth type has placeholders.
  package var value: Template
}

/// A name with its values: of the query, the headers or a form.
///
/// A list repeats the name; an item without values is left out.
package struct WrittenItem: Sendable {
  package var name: String
  package var mark: Mark
  package var values: [Template]

  /// The same item with other templates.
  package func mapTemplates(_ change: (Template) -> Template) -> WrittenItem {
    var item = self
    item.values = values.map(change)
    return item
  }
}

/// A value with its name: a let, an output of a script, or what is given to an input.
package struct WrittenValue: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var value: Payload

  /// The placeholders in its value.
  package var placeholders: [Placeholder] { value.templates.flatMap(\.placeholders) }
}
