/// The provenance of a value.
///
/// What may be done with the value depends on it alone.
package struct Provenance: Sendable, Hashable {
  /// The sources of its parts.
  package var writers: Writers
  /// Whether it may be shown, and where it may go.
  package var secrecy: Secrecy
  /// The origins of the servers whose responses contributed to it, without duplicates.
  package var servers: [Origin] = []
  /// Where the response that it comes from was received; nil if that is not known, or if it does
  /// not come from a response.
  package var base: ReferenceBase?
  /// Whether its text was ISO 8859-1 in a header field, and is sent as such in header fields and
  /// URLs.
  package var isLatin1 = false

  /// The sources of values.
  package struct Writers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The user: on the command line, in answer to a question, on standard input, or in the rows of
    /// a file that the user chose.
    package static let user = Writers(rawValue: 1)
    /// An environment variable that the file names and is trusted to read.
    package static let environment = Writers(rawValue: 2)
    /// The profile of a project file.
    package static let profile = Writers(rawValue: 4)
    /// The file itself: literals, defaults, the results of functions, and the rows of data files
    /// that it names.
    package static let file = Writers(rawValue: 8)
    /// A server.
    package static let response = Writers(rawValue: 16)
    /// A stored secret.
    package static let secret = Writers(rawValue: 32)
    /// An environment variable that the user allowed by its name for any file.
    package static let allowedVariable = Writers(rawValue: 64)
    /// None: a sample of its type stands for a value that is not known yet.
    package static let sample = Writers(rawValue: 128)
  }

  package init(
    _ writers: Writers, _ secrecy: Secrecy = .open, servers: [Origin] = [],
    base: ReferenceBase? = nil
  ) {
    self.writers = writers
    self.secrecy = secrecy
    self.servers = servers
    self.base = base
  }

  /// The provenance of a value from the file.
  package static let file = Provenance(.file)

  /// Whether the user typed all of the value.
  package var isTyped: Bool { writers == .user }

  /// Whether all of the value is the user's: typed, or from the environment.
  package var isOfUser: Bool {
    !writers.isEmpty && writers.isSubset(of: [.user, .environment, .allowedVariable])
  }

  /// Adds the provenance of a value that becomes part of this one.
  package mutating func join(_ other: Provenance) {
    writers.formUnion(other.writers)
    secrecy.join(other.secrecy)
    if other.isLatin1 { isLatin1 = true }
    if let theirs = other.base { base = base?.joined(theirs) ?? theirs }
    guard servers != other.servers else { return }
    for server in other.servers where !servers.contains(server) { servers.append(server) }
  }

  /// Returns the provenance of a value made from this one and another.
  package func joined(_ other: Provenance?) -> Provenance {
    guard let other else { return self }
    var joined = self
    joined.join(other)
    return joined
  }
}

/// Whether a value may be shown, and where it may go.
package struct Secrecy: Sendable, Hashable {
  /// Whether it is masked wherever it is shown.
  package private(set) var isMasked: Bool
  /// The stored secrets that it is derived from, which limit where it may go; nil for no limit.
  package private(set) var confinement: Confinement?
  /// Whether it is also derived from a secret that no origin confines, such as one that the user
  /// typed.
  package private(set) var holdsUnconfined: Bool

  package init(isMasked: Bool, confinement: Confinement? = nil) {
    self.isMasked = isMasked
    self.confinement = confinement
    holdsUnconfined = isMasked && confinement == nil
  }

  /// The value may be shown, and may go anywhere.
  package static let open = Secrecy(isMasked: false)
  /// The value is masked, and goes where the file sends it.
  package static let masked = Secrecy(isMasked: true)

  /// Whether there is no restriction.
  package var isOpen: Bool { !isMasked && confinement == nil }

  /// The same secrecy, masked.
  package var asMasked: Secrecy {
    isMasked ? self : Secrecy(isMasked: true, confinement: confinement)
  }

  /// Returns the same secrecy, confined by more secrets.
  package func confined(by other: Confinement?) -> Secrecy {
    joined(Secrecy(isMasked: false, confinement: other))
  }

  /// Adds the secrecy of a value that becomes part of this one.
  package mutating func join(_ other: Secrecy) {
    if other.isMasked { isMasked = true }
    if other.holdsUnconfined { holdsUnconfined = true }
    confinement = Confinement.joined(confinement, other.confinement)
  }

  /// Returns the secrecy of a value made from this one and another.
  package func joined(_ other: Secrecy) -> Secrecy {
    var joined = self
    joined.join(other)
    return joined
  }

  /// Returns the secrecy of a value made from several values.
  ///
  /// Returns masked if one of them is; confined by the secrets of all.
  package static func joined(_ others: [Secrecy]) -> Secrecy {
    others.reduce(into: .open) { $0.join($1) }
  }
}
