/// An origin that a stored secret may go to for one run: `--allow-origin NAME=ORIGIN`.
package struct SecretAllowance: Sendable, Hashable {
  /// The name of the secret.
  package let name: String
  /// The origin.
  package let origin: Origin

  /// Reads what the user typed.
  ///
  /// - Throws: a ``Failure`` with exit status 64 where it is not a name and an origin.
  package init(option text: String) throws(Failure) {
    guard let sign = text.firstIndex(of: "=") else {
      throw Failure(
        .usage, "--allow-origin: '\(text)' names no origin",
        hint: "write NAME=ORIGIN, as in --allow-origin shop=https://api.example.com")
    }
    name = String(text[..<sign])
    try SecretName.check(name)
    do throws(SecretProblem) {
      origin = try Origin(ofSecret: String(text[text.index(after: sign)...]))
    } catch {
      throw Failure(.usage, "--allow-origin: \(error.message)", hint: error.hint)
    }
  }
}
