package import APICallBase

/// What outputs have to be like to be used again.
package struct SessionFreshness: Sendable, Hashable {
  /// They have to be taken then or later; nil where their age does not matter.
  package var earliest: Timestamp?
  /// The outputs that there have to be.
  package var names: [String]
  /// Whether it has to be known when they expire.
  package var isLasting: Bool

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
    if let earliest, entry.taken.isBefore(earliest) { return false }
    if let expires = entry.expires {
      guard now.isBefore(expires) else { return false }
    } else if isLasting {
      return false
    }
    return !now.isBefore(entry.taken) && names.allSatisfy { entry.output(named: $0) != nil }
  }
}
