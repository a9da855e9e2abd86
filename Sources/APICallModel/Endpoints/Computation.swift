package import APICallLanguage
package import YAMLTree

/// A step that only computes: a value, and the rows that are made of it.
package struct Computation: Sendable {
  /// The name of its result.
  package static let result = "value"

  /// The value, before rows are made of it.
  package var value: Payload
  /// The place of the value.
  package var mark: Mark
  /// What is made of the value.
  package var rows: RowStages
  /// The script, as far as files and names in it matter.
  package var head: Endpoint

  package init(_ value: Payload, at mark: Mark, making rows: RowStages, in head: Endpoint) {
    self.value = value
    self.mark = mark
    self.rows = rows
    self.head = head
  }

  /// All templates in it.
  package var templates: [Template] { value.templates + rows.templates }
}
