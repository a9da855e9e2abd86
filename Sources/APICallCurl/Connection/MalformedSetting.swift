/// Why the text of a setting is not what it should be.
package struct MalformedSetting: Error, Sendable, Hashable {
  /// What is wrong, with the value met, secrets left out.
  package var reason: String
  /// How it is written.
  package var hint: String

  init(_ reason: String, hint: String) {
    self.reason = reason
    self.hint = hint
  }
}
