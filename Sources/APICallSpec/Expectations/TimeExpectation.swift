package import YAMLTree

/// How long an exchange has to take: `expect.time`.
package struct TimeExpectation: Sendable {
  /// The shortest time.
  package var min: Limit?
  /// The longest time.
  package var max: Limit?

  /// A length of time, and where it is written.
  package struct Limit: Sendable {
    package var duration: Duration
    package var mark: Mark

    package init(duration: Duration, mark: Mark) {
      self.duration = duration
      self.mark = mark
    }
  }

  package init() {}

  /// Whether any time is good.
  package var isEmpty: Bool { min == nil && max == nil }
}
