package import APICallBase

/// The outputs of a call that was made, and when.
package struct SessionEntry: Sendable, Hashable {
  /// The most outputs of one call.
  package static let mostOutputs = 256
  /// The most bytes of the file of one call: 4 MiB.
  package static let longest = 4 << 20
  /// How many arrays and objects may stand in one another: as in an answer, and those of the file.
  package static let depth = 512 + 8

  /// The outputs, each name once.
  package let outputs: [SessionOutput]
  /// When they were taken.
  package let taken: Timestamp
  /// From when on they are of no use; nil where that is not known.
  package let expires: Timestamp?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - outputs: the outputs, each name once.
  ///   - taken: when they were taken.
  ///   - expires: from when on they are of no use; nil where that is not known.
  package init(_ outputs: [SessionOutput], taken: Timestamp, expires: Timestamp? = nil) {
    self.outputs = outputs
    self.taken = taken
    self.expires = expires
  }

  /// The output of a name; nil where there is none.
  package func output(named name: String) -> SessionOutput? {
    outputs.first { $0.name == name }
  }

  /// Whether all the secrets are still stored that its outputs were made with.
  func isUsable(with shelf: SecretStore) -> Bool {
    outputs.allSatisfy { output in
      output.secrets.allSatisfy { $0.root(from: shelf, untrusted: nil) != nil }
    }
  }
}

/// What outputs have to be like to be used again.
package struct SessionFreshness: Sendable, Hashable {
  /// They have to be taken then or later; nil where their age does not matter.
  package var earliest: Timestamp?
  /// The outputs that there have to be.
  var names: [String]
  /// Whether it has to be known when they expire.
  var isLasting: Bool

  /// Creates what outputs have to be like.
  ///
  /// - Parameters:
  ///   - earliest: they have to be taken then or later; nil where their age does not matter.
  ///   - names: the outputs that there have to be.
  ///   - isLasting: whether it has to be known when they expire.
  package init(after earliest: Timestamp? = nil, names: [String] = [], isLasting: Bool = false) {
    self.earliest = earliest
    self.names = names
    self.isLasting = isLasting
  }

  /// Tells whether outputs can be used.
  ///
  /// - Parameters:
  ///   - entry: the outputs.
  ///   - now: the time; what was taken later than that, by a clock that was wrong, is of no use.
  /// - Returns: whether they can.
  func isMet(by entry: SessionEntry, at now: Timestamp) -> Bool {
    isMet(taken: entry.taken, expires: entry.expires, at: now)
      && names.allSatisfy { entry.output(named: $0) != nil }
  }

  /// Tells whether outputs can be used that are all there.
  ///
  /// - Parameters:
  ///   - taken: when they were taken.
  ///   - expires: from when on they are of no use; nil where that is not known.
  ///   - now: the time.
  /// - Returns: whether they can.
  func isMet(taken: Timestamp, expires: Timestamp?, at now: Timestamp) -> Bool {
    if let earliest, taken.isBefore(earliest) { return false }
    if let expires {
      guard now.isBefore(expires) else { return false }
    } else if isLasting {
      return false
    }
    return !now.isBefore(taken)
  }
}
