/// How far a value may be shown, and where it may go.
package struct Secrecy: Sendable, Hashable {
  /// Whether it is masked wherever it is shown.
  package private(set) var isMasked: Bool
  /// The stored secrets that it is made of, which say where it may go; nil where it may go anywhere.
  package private(set) var confinement: Confinement?
  /// Whether it is made of a secret that no origin limits, such as one that the user typed, whatever else
  /// it is made of.
  package private(set) var holdsUnconfined: Bool

  package init(isMasked: Bool, confinement: Confinement? = nil) {
    self.isMasked = isMasked
    self.confinement = confinement
    holdsUnconfined = isMasked && confinement == nil
  }

  /// It may be shown, and go anywhere.
  package static let open = Secrecy(isMasked: false)
  /// It is masked, and goes where the file says.
  package static let masked = Secrecy(isMasked: true)

  /// Whether nothing limits it.
  package var isOpen: Bool { !isMasked && confinement == nil }

  /// The same, masked.
  package var asMasked: Secrecy {
    isMasked ? self : Secrecy(isMasked: true, confinement: confinement)
  }

  /// The same, confined by more secrets.
  package func confined(by other: Confinement?) -> Secrecy {
    joined(Secrecy(isMasked: false, confinement: other))
  }

  /// Adds what is true of another value that goes into the same one.
  ///
  /// - Parameter other: the secrecy of that value.
  package mutating func join(_ other: Secrecy) {
    if other.isMasked { isMasked = true }
    if other.holdsUnconfined { holdsUnconfined = true }
    confinement = Confinement.joined(confinement, other.confinement)
  }

  /// What is true of a value that two others went into.
  package func joined(_ other: Secrecy) -> Secrecy {
    var joined = self
    joined.join(other)
    return joined
  }

  /// What is true of a value that is made of several.
  ///
  /// - Parameter others: the secrecy of each of them.
  /// - Returns: masked if one is; confined by the secrets of all.
  package static func joined(_ others: [Secrecy]) -> Secrecy {
    others.reduce(into: .open) { $0.join($1) }
  }
}
