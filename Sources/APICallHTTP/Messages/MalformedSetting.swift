/// Why the text of a setting is not valid.
package struct MalformedSetting: Error, Sendable, Hashable {
  /// What is wrong, with the value but without secrets.
  package var reason: String
  package var hint: String

  package init(_ reason: String, hint: String) {
    self.reason = reason
    self.hint = hint
  }
}
