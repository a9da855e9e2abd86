/// The stored secrets that a value is derived from.
///
/// The value may go to an origin if each of them allows it.
package final class Confinement: Sendable, Hashable {
  /// The secrets, unique and at least one.
  package let roots: [SecretRoot]

  private init(_ roots: [SecretRoot]) { self.roots = roots }

  /// Creates the confinement of a value that is derived from one secret.
  package convenience init(_ root: SecretRoot) { self.init([root]) }

  /// Creates the confinement of a value that is derived from several secrets.
  ///
  /// Returns the confinement; nil if there are no secrets.
  package static func of(_ roots: [SecretRoot]) -> Confinement? {
    var known: [SecretRoot] = []
    for root in roots where !known.contains(root) { known.append(root) }
    return known.isEmpty ? nil : Confinement(known)
  }

  /// Joins the confinements of two values that become one.
  package static func joined(_ one: Confinement?, _ other: Confinement?) -> Confinement? {
    guard let one else { return other }
    guard let other, one !== other else { return one }
    let new = other.roots.filter { !one.roots.contains($0) }
    return new.isEmpty ? one : Confinement(one.roots + new)
  }

  /// Whether the value may go to an origin.
  package func allows(_ origin: Origin) -> Bool { roots.allSatisfy { $0.allows(origin) } }

  /// Whether the value is derived from the secret with this name.
  package func isMade(ofSecret name: String) -> Bool { roots.contains { $0.name == name } }

  /// The secrets that do not allow an origin.
  package func refusing(_ origin: Origin) -> [SecretRoot] {
    roots.filter { !$0.allows(origin) }
  }

  /// Returns the confinement for a part of the response to a request that contained these secrets.
  ///
  /// Returns the same secrets with these origins.
  package func inResponse(
    for origins: [Origin] = [], untrusted distrust: Distrust? = nil,
    as output: SecretRoot.Output? = nil
  ) -> Confinement {
    Confinement.of(roots.map { $0.inResponse(for: origins, untrusted: distrust, as: output) })
      ?? self
  }

  package static func == (left: Confinement, right: Confinement) -> Bool {
    left === right || left.roots == right.roots
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(roots.count) }
}
