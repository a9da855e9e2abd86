/// Names of secrets: what stands behind the dot of `<secret.NAME>`.
package enum SecretName {
  /// What placeholders of secrets begin with.
  package static let prefix = "secret"
  /// The most octets of a name.
  package static let longest = 64

  /// What names are, for hints.
  package static let rule =
    "a name is letters, digits, _ and -, begins with a letter or _, and has \(longest) at most"

  /// Tells whether a text is the name of a secret.
  package static func isValid(_ text: String) -> Bool {
    text.utf8.count <= longest && Identifier.isValid(text)
  }

  /// Checks a name that somebody typed.
  ///
  /// - Throws: a ``Failure`` with exit status 64 where it is none.
  package static func check(_ text: String) throws(Failure) {
    guard !isValid(text) else { return }
    throw Failure(.usage, "'\(text)' cannot be the name of a secret", hint: rule)
  }
}
