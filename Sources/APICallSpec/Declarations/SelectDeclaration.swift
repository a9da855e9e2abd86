package import JSONText
package import YAMLTree

/// What of an answer's values is printed: `select:`.
package struct SelectDeclaration: Sendable {
  /// Where in each value it stands.
  package var path: JSONPath
  /// Where that is written.
  package var mark: Mark
}
