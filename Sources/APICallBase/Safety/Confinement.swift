import YAMLTree

/// The stored secrets that a value is made of: it may go to an origin if each of them allows that.
package final class Confinement: Sendable, Hashable {
  /// The secrets; never empty, each of them once.
  package let roots: [SecretRoot]

  private init(_ roots: [SecretRoot]) { self.roots = roots }

  /// The confinement of a value that is made of one secret.
  package convenience init(_ root: SecretRoot) { self.init([root]) }

  /// The confinement of a value that is made of secrets.
  ///
  /// - Parameter roots: the secrets, in the order in which they are to be told of.
  /// - Returns: nil where there are none.
  package static func of(_ roots: [SecretRoot]) -> Confinement? {
    var known: [SecretRoot] = []
    for root in roots where !known.contains(root) { known.append(root) }
    return known.isEmpty ? nil : Confinement(known)
  }

  /// The confinement of a value that two others went into.
  package static func joined(_ one: Confinement?, _ other: Confinement?) -> Confinement? {
    guard let one else { return other }
    guard let other, one !== other else { return one }
    let new = other.roots.filter { !one.roots.contains($0) }
    return new.isEmpty ? one : Confinement(one.roots + new)
  }

  /// Whether the value may go to an origin.
  package func allows(_ origin: Origin) -> Bool { roots.allSatisfy { $0.allows(origin) } }

  /// Whether the value is made of the secret of some name.
  package func isMade(ofSecret name: String) -> Bool { roots.contains { $0.name == name } }

  /// The secrets that keep the value from an origin.
  package func refusing(_ origin: Origin) -> [SecretRoot] {
    roots.filter { !$0.allows(origin) }
  }

  /// The same secrets, for a part of the response to a request that they were sent with.
  ///
  /// - Parameters:
  ///   - origins: where that part may go, too.
  ///   - distrust: why the file is not trusted, where the part is confined only for that.
  ///   - output: the output that the part is; nil where it is not one.
  /// - Returns: the secrets, as they limit that part.
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
