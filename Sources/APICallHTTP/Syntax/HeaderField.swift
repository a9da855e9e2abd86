package import APICallBase

/// One header field of a request; the value may hold secrets (RFC 9110, section 5).
package struct HeaderField: Sendable, Hashable {
  /// The name as it is written; names compare without regard to case.
  package var name: String
  /// The value.
  package var value: ProtectedText

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: the name, a token.
  ///   - value: the value, without CR, LF or NUL.
  package init(_ name: String, _ value: ProtectedText) {
    self.name = name
    self.value = value
  }

  /// Tells whether the field has a name, whatever the case of its letters.
  ///
  /// - Parameter other: the name to compare with.
  /// - Returns: true where the two differ in the case of letters at most.
  package func isNamed(_ other: String) -> Bool {
    HeaderSyntax.isSame(name, other)
  }
}
