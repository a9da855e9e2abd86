import APICallText

/// A filter of placeholders: `upper` in `<name | upper>`.
///
/// A filter is one row of the list of its family and one function.
package struct TemplateFilter: TemplateCallee, Sendable {
  typealias Function = @Sendable (FilterCall) throws(FilterRefusal) -> Value

  package let name: String
  package let summary: String
  package let example: String
  /// Its parameters, without the filtered value.
  package let parameters: [TemplateParameter]
  let takes: ValueKinds
  let gives: ValueKinds
  package let repeatsLast: Bool
  package let missing: MissingRule
  /// Whether it looks for something that may be missing.
  let finds: Bool
  let work: Work
  let result: Function

  init(
    _ name: String, _ summary: String, example: String, _ parameters: [TemplateParameter] = [],
    takes: ValueKinds, gives: ValueKinds, repeatsLast: Bool = false, missing: MissingRule = .isKept,
    finds: Bool = false,
    work: Work = Work(), _ result: @escaping Function
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.parameters = parameters
    self.takes = takes
    self.gives = gives
    self.repeatsLast = repeatsLast
    self.missing = missing
    self.finds = finds
    self.work = work
    self.result = result
  }

  /// The work of a use of a filter, as measured: a step is about 0.1 µs.
  struct Work: Sendable {
    /// The steps that it takes however short its values are.
    var steps = 8
    /// How often it costs what reading its values once costs.
    var readings = 1
  }

  /// What a filter does with a value that is missing: an input that was not given, or a member that
  /// a map does not have.
  package enum MissingRule: Sendable {
    case isKept
    /// The argument replaces it, and null.
    case isReplaced
    /// It counts as false, as null does.
    case isFalse
  }

  var title: String { "the filter '\(name)'" }

  var takesItems: Bool { parameters.contains(where: \.kind.takesItem) }

  /// Whether it takes the bytes of a body rather than its text.
  var takesReceivedBytes: Bool { takes == .hasBytes && name != "urlencode" }

  /// Whether it takes the list or map that a body is although its media type is text.
  var takesStructure: Bool {
    finds || !takes.isDisjoint(with: [.list, .map]) && !takes.contains(.number)
  }

  /// All filters, in the order in which messages list them.
  package static let all =
    [
      CodingFilters.rows, TextFilters.rows, TypeFilters.rows, ListFilters.rows, ItemFilters.rows,
      MapFilters.rows, MemberFilters.rows, NumberFilters.rows, PatternFilters.rows,
      EscapingFilters.rows, DigestFilters.rows, TimeFilters.rows, [replacing],
    ].flatMap(\.self)

  package static func named(_ name: String) -> TemplateFilter? { all.first { $0.name == name } }

  private static let replacing = TemplateFilter(
    "default", "Supplies a value for one that is missing or null.",
    example: #"null | default("none") → "none""#,
    [TemplateParameter("value", .any)], takes: .any, gives: .any, missing: .isReplaced
  ) { $0.value }

  static let unknown = TemplateFilter(
    "unknown", "", example: "", [TemplateParameter("value", .item, isOptional: true)], takes: .any,
    gives: .any,
    repeatsLast: true
  ) { $0.value }
}
