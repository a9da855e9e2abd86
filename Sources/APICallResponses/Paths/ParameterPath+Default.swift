import APICallLanguage
package import JSONText

extension ParameterPath {
  /// Where values have to be of the kind that the next step needs.
  ///
  /// Returns the strictness; none for a path with a default.
  package func strictness(ofOne isOfOne: Bool) -> JSONPathStrictness {
    defaultValue != nil ? .nowhere : isOfOne ? .everywhere : .inItems
  }

  /// The values in the place of those that the path does not find; nil if it needs none, or has
  /// none.
  package func defaults(at end: JSONPathDeadEnd?) -> [JSONNode]? {
    guard let defaultValue, let end, path.isMissing(at: end) else { return nil }
    return rows(of: defaultValue)
  }

  /// The values that a default stands for: a path that can select several has a list of them.
  func rows(of value: JSONNode) -> [JSONNode] {
    path.isSingular || value.kind != .array ? [value] : Array(value.elements)
  }
}
