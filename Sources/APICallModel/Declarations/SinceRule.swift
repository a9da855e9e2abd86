package import APICallLanguage
package import JSONText
package import YAMLTree

/// `since:`: which items of a list are new since the last run.
package struct SinceRule: Sendable {
  /// The names of what is kept: the largest value of the field, and the items near to it.
  package static let value = "since"
  package static let seen = "seen"

  package var mark: Mark
  /// The value of an item by which the list goes on.
  package var field: JSONPath?
  /// What tells an item from all others.
  package var keys: [JSONPath] = []
  /// Where a request names the value from which on it asks; nil if the server takes none.
  package var place: RequestPlace?
  /// The value as long as none is kept.
  package var first = Payload.literal("null")
  /// How far an item may come late.
  package var lag: Distance?
  /// Whether the items come in the order of the field.
  package var isAscending = false
  /// The length of the ranges in which the list is requested, and the place of their ends.
  package var window: Distance?
  package var end: RequestPlace?
  /// The time for which the server knows what has changed.
  package var retention: Duration?
  /// The path of the items in a list without pages.
  package var items: (path: ParameterPath, mark: Mark)?
  package var per: [WrittenName]?

  package init(mark: Mark) { self.mark = mark }

  /// Whether it says how much time something takes, so that numbers are times, too.
  package var countsTime: Bool {
    if case .time = lag { return true }
    return window != nil || retention != nil
  }

  /// A distance between two values of the field.
  package enum Distance: Sendable {
    case time(Duration)
    /// A number, in the unit of the field.
    case number(String)
  }
}
