/// One step of a path (RFC 9535, section 2.5).
enum JSONPathSegment: Sendable, Hashable {
  /// From a value to what stands directly in it.
  case child([JSONPathSelector])

  /// Whether the step leads to one place at most.
  var isSingular: Bool {
    switch self {
    case .child(let selectors): selectors.count == 1 && selectors.allSatisfy(\.isSingular)
    }
  }

  /// Appends what the step leads to.
  func select(in value: JSONValue, into found: inout [JSONValue]) {
    switch self {
    case .child(let selectors):
      for selector in selectors { selector.select(in: value, into: &found) }
    }
  }

  /// The step in its shortest form.
  var description: String {
    switch self {
    case .child(let selectors):
      if selectors.count == 1, let short = selectors[0].shorthand { return short }
      return "[" + selectors.map(\.description).joined(separator: ",") + "]"
    }
  }
}
