extension Placeholder {
  /// The types of its value, as far as those of its names are known.
  ///
  /// Returns the types; nil if a filter or an operator refuses every such value.
  package func kinds(of found: (Reference) -> ValueKinds?) -> ValueKinds? {
    expression.kinds(of: found)
  }
}

extension Expression {
  fileprivate func kinds(of found: (Reference) -> ValueKinds?) -> ValueKinds? {
    switch form {
    case .literal(let value): return ValueKinds(of: value)
    case .duration: return .number
    case .reference(let reference): return found(reference) ?? .any
    case .item: return .any
    case .part(let whole, _): return whole.kinds(of: found).map { _ in .any }
    case .call(let function, let arguments):
      guard arguments.allSatisfy({ $0.kinds(of: found) != nil }) else { return nil }
      return function.gives
    case .filtered(let input, let use):
      return input.kinds(of: found).flatMap { kinds in
        use.kinds(from: kinds, found)
      }
    case .operation(let infix, let left, let right):
      guard let one = left.kinds(of: found), let two = right.kinds(of: found) else { return nil }
      return infix.kinds(one, two)
    case .negated(let number):
      guard let kinds = number.kinds(of: found), kinds.contains(.number) else { return nil }
      return .number
    }
  }
}

extension Expression.FilterUse {
  fileprivate func kinds(
    from kinds: ValueKinds, _ found: (Reference) -> ValueKinds?
  ) -> ValueKinds? {
    guard !kinds.isDisjoint(with: filter.takes) else { return nil }
    for (index, argument) in arguments.enumerated() {
      guard let parameter = filter.parameter(index), !parameter.kind.takesItem else { continue }
      guard let known = argument.kinds(of: found), !known.isDisjoint(with: parameter.takes)
      else { return nil }
    }
    return filter.gives
  }
}

extension Operator {
  /// The types of its result for operands of some types; nil if it refuses all of them.
  fileprivate func kinds(_ left: ValueKinds, _ right: ValueKinds) -> ValueKinds? {
    switch self {
    case .or, .and:
      return left.contains(.boolean) && right.contains(.boolean) ? .boolean : nil
    case .equal, .unequal: return .boolean
    case .less, .atMost, .greater, .atLeast:
      let kinds = left.intersection(right)
      return kinds.isDisjoint(with: [.text, .number]) ? nil : .boolean
    case .times, .divided, .remainder:
      return left.contains(.number) && right.contains(.number) ? .number : nil
    case .plus, .minus:
      var results: ValueKinds = []
      if left.contains(.number), right.contains(.number) { results.formUnion(.number) }
      if left.contains(.list), right.contains(.list) { results.formUnion(.list) }
      if left.contains(.text), right.contains(.number) { results.formUnion(.text) }
      if self == .plus, left.contains(.number), right.contains(.text) { results.formUnion(.text) }
      if self == .minus, left.contains(.text), right.contains(.text) { results.formUnion(.number) }
      return results.isEmpty ? nil : results
    }
  }
}
