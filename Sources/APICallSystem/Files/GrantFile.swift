package import APICallBase
import APICallHTTP
package import APICallSafety

/// The file of what untrusted files may do with stored secrets: `apicall/grants` in XDG_STATE_HOME,
/// or in ~/.local/state.
package enum GrantFile {
  private static let file = StateFile(
    name: "grants", contents: "grants", limit: SecretGrants.limit)

  /// Throws a ``Failure`` if the file cannot be read, or if it is not private to the user.
  package static func grants() throws(Failure) -> SecretGrants { parsed(try file.read()) }

  package static func update(_ change: (inout SecretGrants) -> Void) throws(Failure) {
    try file.update { bytes in
      var grants = parsed(bytes)
      change(&grants)
      return grants.bytes
    }
  }

  private static func parsed(_ bytes: [UInt8]) -> SecretGrants {
    SecretGrants(bytes) { try? Origin(ofSecret: $0) }
  }
}
