/// A place that secrets come from: the environment, a file, a keyring.
///
/// All of it is synchronous, and nothing is asked before somebody wants a secret. What it throws has
/// an exit status: 77 where it is locked or refuses, 7 where a plugin fails.
package protocol SecretSource: SecretKeeper {
  /// One line that says where its secrets are.
  var summary: String { get }

  /// Finds a secret.
  ///
  /// - Parameter name: a valid ``SecretName``.
  /// - Returns: the secret with its origins; nil where there is none of that name.
  /// - Throws: a ``SecretProblem``.
  func secret(named name: String) throws(SecretProblem) -> StoredSecret?

  /// Keeps a secret, in the place of one of that name.
  ///
  /// - Parameters:
  ///   - secret: the value and its origins.
  ///   - name: a valid ``SecretName``.
  /// - Throws: a ``SecretProblem``; all is then as it was.
  func set(_ secret: StoredSecret, named name: String) throws(SecretProblem)

  /// Removes a secret.
  ///
  /// - Parameter name: a valid ``SecretName``.
  /// - Returns: whether there was one.
  /// - Throws: a ``SecretProblem``; all is then as it was.
  func remove(_ name: String) throws(SecretProblem) -> Bool

  /// Lists what there is, in any order.
  ///
  /// - Throws: a ``SecretProblem``.
  func list() throws(SecretProblem) -> [SecretListing]
}

extension SecretSource {
  /// The command that keeps a secret here.
  package func advice(toStore name: String, for origins: [String]) -> String {
    let origins = origins.reduce(into: "") { $0 += " --origin \($1)" }
    return "'apicall secrets set \(name)\(origins) --source \(self.name)'"
  }
}

/// What a list says of a secret: never its value.
package struct SecretListing: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The origins that may get it, as they are written.
  package var origins: [String]

  package init(_ name: String, for origins: [String]) {
    self.name = name
    self.origins = origins
  }
}
