import APICallBase

extension Placeholder {
  /// The types of its value, given those of the value that it begins with.
  ///
  /// - Parameters:
  ///   - kinds: the types of the value before the filters.
  ///   - found: returns the types of an argument; nil if they are not known.
  /// - Returns: the types; nil if a filter refuses every such value.
  package func kinds(
    from kinds: ValueKinds, arguments found: (Reference) -> ValueKinds?
  ) -> ValueKinds? {
    var kinds = kinds
    for use in filters {
      guard !kinds.isDisjoint(with: use.filter.takes) else { return nil }
      for (argument, parameter) in zip(use.arguments, use.filter.parameters) {
        guard case .reference(let reference) = argument.content, let known = found(reference)
        else { continue }
        guard !known.isDisjoint(with: parameter.takes) else { return nil }
      }
      kinds = use.filter.gives
    }
    return kinds
  }
}
