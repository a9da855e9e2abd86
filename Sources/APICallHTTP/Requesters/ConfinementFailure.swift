package import APICallBase

/// Why a request was not sent that a response led to: a stored secret, or what was made with it, may not
/// go where it leads.
package struct ConfinementFailure: Error, Sendable, Hashable {
  /// The stored secrets.
  package let secrets: Confinement
  /// Where it leads.
  package let origin: Origin

  package init(_ secrets: Confinement, to origin: Origin) {
    self.secrets = secrets
    self.origin = origin
  }
}
