/// What a round of a loop hands to what prints those of all rounds.
package enum RoundForm: Sendable, Hashable {
  /// Its values, each as JSON on a line of its own.
  case values
  /// Octets as they came.
  case octets

  /// What the rounds hand on of answers that are printed in a format; nil for none.
  package init(for format: String?) { self = format == "raw" ? .octets : .values }
}
