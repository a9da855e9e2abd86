import APICallSpec
import JSONText

extension ParameterPath {
  /// The values in the place of those that the path does not find; nil if it needs none, or has
  /// none.
  func defaults(at end: JSONPathDeadEnd?) -> [JSONValue]? {
    guard let defaultValue, let end, path.isMissing(at: end) else { return nil }
    return rows(of: defaultValue)
  }

  /// The values that a default stands for: a path that can select several has a list of them.
  func rows(of value: JSONValue) -> [JSONValue] {
    path.isSingular || value.kind != .array ? [value] : Array(value.elements)
  }
}
