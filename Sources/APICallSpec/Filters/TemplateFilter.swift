import APICallBase

/// A filter of placeholders: `upper` in `<name | upper>`.
///
/// A filter is one row of the list of its family and one function.
package struct TemplateFilter: Sendable {
  /// Computes a result.
  typealias Function = @Sendable (FilterCall) throws(FilterRefusal) -> Value

  package let name: String
  /// Its parameters, without the filtered value.
  package let parameters: [TemplateParameter]
  /// The types of the values that it takes.
  let takes: ValueKinds
  /// The types of its results.
  let gives: ValueKinds
  /// Whether its argument replaces null and a missing value.
  let replacesMissing: Bool
  /// Computes the result.
  let result: Function

  init(
    _ name: String, _ parameters: [TemplateParameter] = [], takes: ValueKinds, gives: ValueKinds,
    replacesMissing: Bool = false, _ result: @escaping Function
  ) {
    self.name = name
    self.parameters = parameters
    self.takes = takes
    self.gives = gives
    self.replacesMissing = replacesMissing
    self.result = result
  }

  /// All filters, in the order in which messages list them.
  package static let all =
    [
      CodingFilters.rows, TextFilters.rows, TypeFilters.rows, ListFilters.rows, MapFilters.rows,
      NumberFilters.rows, PatternFilters.rows, EscapingFilters.rows, DigestFilters.rows,
      TimeFilters.rows, [missing],
    ].flatMap(\.self)

  /// Finds a filter.
  package static func named(_ name: String) -> TemplateFilter? { all.first { $0.name == name } }

  private static let missing = TemplateFilter(
    "default", [TemplateParameter("value", .any)], takes: .any, gives: .any, replacesMissing: true
  ) { $0.value }

  /// A substitute for a filter that is not known.
  static let unknown = TemplateFilter("unknown", takes: .any, gives: .any) { $0.value }
}
