/// One step of a path (RFC 9535, section 2.5).
enum JSONPathSegment: Sendable, Hashable {
  /// From a value to what stands directly in it.
  case child([JSONPathSelector])
  /// From a value to what stands in it at any depth, each container before what stands in it.
  case descendant([JSONPathSelector])

  /// Whether the step leads to one place at most.
  var isSingular: Bool {
    switch self {
    case .child(let selectors): selectors.count == 1 && selectors.allSatisfy(\.isSingular)
    case .descendant: false
    }
  }
}
