/// Where the values on the way of a path have to be of the kind that the next step needs.
///
/// RFC 9535 selects nothing from a value of another kind (section 2.3), so an item of another kind
/// would be left out silently. null is of every kind, and so are the values after `..`.
package enum JSONPathStrictness: Sendable {
  case nowhere
  /// After the first step that can select several values.
  case inItems
  /// From `$` on, as for one of several values.
  case everywhere
}

extension JSONPath {
  func steps(under strictness: JSONPathStrictness) -> Range<Int> {
    let start =
      switch strictness {
      case .nowhere: segments.count
      case .inItems: singularSteps + 1
      case .everywhere: 0
      }
    let end = segments.firstIndex(where: \.isDescendant) ?? segments.count
    return start..<max(start, end)
  }
}

extension JSONPathSegment {
  func suits(_ kind: JSONKind, needingLists needsLists: Bool) -> Bool {
    if kind == .null { return true }
    guard let only else { return kind.isContainer }
    switch only {
    case .name: return kind == .object
    case .index: return kind == .array
    case .slice, .items, .wildcard, .filter, .parameter:
      return fits(kind, needingLists: needsLists)
    }
  }
}
