package import YAMLTree

/// What a step is run for, once each: `each:` and what stands beside it.
package struct Loop: Sendable {
  package var source: Source
  /// The place of what is gone through.
  package var mark: Mark
  /// How many rounds are under way at a time, from 1 to 256.
  package var parallel = 1
  /// How many rounds begin in a length of time; nil where it does not matter.
  package var rate: Rate?
  /// Whether the rounds behind one that failed are run all the same.
  package var continuesOnError = false

  /// Where the rounds come from.
  package enum Source: Sendable {
    /// The elements of a list.
    case list(Payload)
    /// Whole numbers, both ends included.
    case range(from: Payload, to: Payload)
    /// The rows of a file of comma-separated values: maps from the names of its first line to texts,
    /// or to what types say that a column holds.
    case csv(Template, types: [(column: String, type: InputType)])
    /// The values of a file, one a line.
    case ndjson(Template)
    /// The elements of the list that a file holds.
    case json(Template)
  }

  /// So many rounds in a length of time.
  package struct Rate: Sendable, Hashable {
    package var count: Int
    package var period: Duration

    package init(_ count: Int, per period: Duration) {
      self.count = count
      self.period = period
    }
  }

  package init(_ source: Source, at mark: Mark) {
    self.source = source
    self.mark = mark
  }
}
