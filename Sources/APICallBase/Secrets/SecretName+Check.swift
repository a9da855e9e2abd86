package import APICallSafety

extension SecretName {
  /// Throws a ``Failure`` with exit status 64 if it is not valid.
  package static func check(_ text: String) throws(Failure) {
    guard !isValid(text) else { return }
    throw Failure(.usage, "'\(text)' cannot be the name of a secret", hint: rule)
  }
}
