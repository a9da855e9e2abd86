package import JSONText

/// A part of an answer's body.
package enum BodyPlace: Sendable {
  /// What a path leads to in the value of the body: one value where the path is singular, else the
  /// list of all.
  case path(JSONPath)
  /// The text that the body is.
  case text
}
