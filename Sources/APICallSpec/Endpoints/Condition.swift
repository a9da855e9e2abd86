package import YAMLTree

/// What has to hold for a step to be run: `if:`.
package indirect enum Condition: Sendable {
  /// A value is true, or passes all of some matchers.
  case holds(Payload, [Matcher<Payload>], Mark)
  /// One of several holds.
  case any([Condition])
  /// All of several hold.
  case all([Condition])
  /// It does not hold.
  case not(Condition)
}
