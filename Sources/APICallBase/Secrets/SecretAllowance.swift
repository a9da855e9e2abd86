/// An origin that a stored secret may go to for one run: `--allow-origin NAME=ORIGIN`.
package struct SecretAllowance: Sendable, Hashable {
  /// The name of the secret.
  package let name: String
  /// The origin.
  package let origin: Origin

  /// Creates an allowance.
  package init(_ name: String, for origin: Origin) {
    self.name = name
    self.origin = origin
  }
}
