package import YAMLTree

/// What a file gives to one option of what it names.
package struct GivenOption: Sendable {
  /// The option.
  package var name: String
  /// The place of its name.
  package var mark: Mark
  /// The value; only that of an auth type has placeholders.
  package var value: Template
}
