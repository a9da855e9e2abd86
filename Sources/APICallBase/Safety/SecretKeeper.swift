/// Who keeps a secret, as far as a hint says how to change where the secret may go.
package protocol SecretKeeper: Sendable {
  /// What `--source` calls it, in kebab-case.
  var name: String { get }
  /// Whether apicall can change what it keeps.
  var isWritable: Bool { get }

  /// What somebody does to keep a secret here, in words for a hint.
  ///
  /// - Parameters:
  ///   - name: a valid name of a secret.
  ///   - origins: what it is to be for; never empty.
  /// - Returns: a command in quotes, or a variable that is to be set.
  func advice(toStore name: String, for origins: [String]) -> String
}
