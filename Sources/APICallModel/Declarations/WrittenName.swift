package import APICallLanguage
package import YAMLTree

/// A name and its place.
package struct WrittenName: Sendable {
  package var text: String
  package var mark: Mark
  package var options: [GivenOption] = []

  package init(text: String, mark: Mark, options: [GivenOption] = []) {
    self.text = text
    self.mark = mark
    self.options = options
  }
}

/// A value that a file sets for an option.
package struct GivenOption: Sendable {
  package var name: String
  package var mark: Mark
  /// The value; it has placeholders only for an auth type.
  package var value: Template
  /// Whether it is a list of names, as JSON.
  package var isList = false

  package init(name: String, mark: Mark, value: Template) {
    self.name = name
    self.mark = mark
    self.value = value
  }
}

/// A name with its values, in the query, the headers or a form.
///
/// A list repeats the name; an item without values is left out.
package struct WrittenItem: Sendable {
  package var name: String
  package var mark: Mark
  package var values: [Template]

  package init(name: String, mark: Mark, values: [Template]) {
    self.name = name
    self.mark = mark
    self.values = values
  }

  package func mapTemplates(_ change: (Template) -> Template) -> WrittenItem {
    var item = self
    item.values = values.map(change)
    return item
  }
}

/// A value with its name: a let, an output of a script, or the value of an input.
package struct WrittenValue: Sendable {
  package var name: String
  package var mark: Mark
  package var value: Payload

  package init(name: String, mark: Mark, value: Payload) {
    self.name = name
    self.mark = mark
    self.value = value
  }

  package var placeholders: [Placeholder] { value.templates.flatMap(\.placeholders) }
}
