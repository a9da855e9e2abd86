/// Where a value comes from.
///
/// What may be done with the value follows from this, and from nothing else.
package struct Provenance: Sendable, Hashable {
  /// Who wrote it, or a part of it.
  package var writers: Writers
  /// How far it may be shown, and where it may go.
  package var secrecy: Secrecy
  /// The origins of the servers whose responses a part of it was taken from; each of them once.
  package var servers: [Origin] = []

  /// Who may write values.
  package struct Writers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The user: on the command line, or as the answer to a question.
    package static let user = Writers(rawValue: 1)
    /// A variable of the environment, which the file named and was trusted to read.
    package static let environment = Writers(rawValue: 2)
    /// The profile of a project file.
    package static let profile = Writers(rawValue: 4)
    /// The file itself: literals, defaults, and what functions make up; the rows of files as well.
    package static let file = Writers(rawValue: 8)
    /// A server.
    package static let response = Writers(rawValue: 16)
    /// A stored secret.
    package static let secret = Writers(rawValue: 32)
    /// A variable of the environment that the user allowed by its name, for any file.
    package static let allowedVariable = Writers(rawValue: 64)
  }

  package init(_ writers: Writers, _ secrecy: Secrecy = .open, servers: [Origin] = []) {
    self.writers = writers
    self.secrecy = secrecy
    self.servers = servers
  }

  /// Of the file.
  package static let file = Provenance(.file)

  /// Whether the user typed all of it.
  package var isTyped: Bool { writers == .user }

  /// Adds where another value comes from that goes into the same one.
  ///
  /// - Parameter other: the provenance of that value.
  package mutating func join(_ other: Provenance) {
    writers.formUnion(other.writers)
    secrecy.join(other.secrecy)
    for server in other.servers where !servers.contains(server) { servers.append(server) }
  }

  /// The provenance of a value that two others went into.
  package func joined(_ other: Provenance?) -> Provenance {
    guard let other else { return self }
    var joined = self
    joined.join(other)
    return joined
  }
}

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
