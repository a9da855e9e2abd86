package import APICallLanguage
package import YAMLTree

/// A step that only computes: a value, and the rows that are made of it.
package struct Computation: Sendable {
  package static let result = "value"

  package var value: Payload
  package var mark: Mark
  package var rows: RowStages
  /// The script, as far as files and names in it matter.
  package var head: EndpointSpec

  package init(_ value: Payload, at mark: Mark, making rows: RowStages, in head: EndpointSpec) {
    self.value = value
    self.mark = mark
    self.rows = rows
    self.head = head
  }

  package var templates: [Template] { value.templates + rows.templates }
}
