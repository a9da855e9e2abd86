package import APICallText

/// What a placeholder computes: `login.token`, `n + 1`, `items | map(.price * .qty) | sum`.
package struct Expression: Sendable {
  /// The parts of an expression.
  package indirect enum Form: Sendable {
    case literal(Value)
    /// A duration such as `90s`: a number of seconds in the syntax of JSON.
    case duration(String)
    case reference(Reference)
    /// `.`: the item for which an argument of a filter is evaluated.
    case item
    case part(Expression, Step)
    case call(TemplateFunction, [Expression])
    case filtered(Expression, FilterUse)
    case operation(Operator, Expression, Expression)
    case negated(Expression)
  }

  /// A step into a value whose key or index may be computed.
  package enum Step: Sendable {
    case fixed(Reference.Step)
    case computed(Expression)
  }

  /// A filter with its arguments.
  package struct FilterUse: Sendable {
    package let filter: TemplateFilter
    package let arguments: [Expression]
    /// The filter's name and its arguments, in bytes of the placeholder.
    let range: Range<Int>
  }

  package let form: Form
  /// Its place, in bytes of the placeholder.
  package let range: Range<Int>
  /// The number of levels of its parts; evaluation takes stack for each.
  let height: Int

  init(_ form: Form, at range: Range<Int>) {
    self.form = form
    self.range = range
    height = 1 + (Self.parts(of: form).map(\.height).max() ?? 0)
  }

  package var parts: [Expression] { Self.parts(of: form) }

  private static func parts(of form: Form) -> [Expression] {
    switch form {
    case .literal, .duration, .reference, .item: []
    case .part(let whole, .fixed): [whole]
    case .part(let whole, .computed(let key)): [whole, key]
    case .call(_, let arguments): arguments
    case .filtered(let input, let use): [input] + use.arguments
    case .operation(_, let left, let right): [left, right]
    case .negated(let number): [number]
    }
  }

  /// The value that it begins with, before any filter; nil if it is computed.
  var source: Reference? {
    switch form {
    case .reference(let reference): reference
    case .filtered(let input, _): input.source
    default: nil
    }
  }

  var sourceRange: Range<Int>? {
    switch form {
    case .reference: range
    case .filtered(let input, _): input.sourceRange
    default: nil
    }
  }

  package var isVolatile: Bool {
    if case .call(let function, _) = form, function.isVolatile { return true }
    return parts.contains(where: \.isVolatile)
  }

  /// Whether it is more than a value written in parentheses or quotes.
  ///
  /// Returns whether it has an operator, or a filter, or is a part of something that has.
  func computes(areFiltersKnown: Bool) -> Bool {
    switch form {
    case .operation, .negated: true
    case .filtered(let input, _): areFiltersKnown || input.computes(areFiltersKnown: false)
    case .part(let whole, _): whole.computes(areFiltersKnown: areFiltersKnown)
    default: false
    }
  }

  func visitReferences(_ visit: (Reference, Range<Int>) -> Void) {
    if case .reference(let reference) = form { visit(reference, range) }
    for part in parts { part.visitReferences(visit) }
  }

  /// Visits the values of the scope that it cannot do without: no `default` or `try` replaces them,
  /// and they are not in an `if`, which may choose another value.
  package func visitNeeds(_ visit: (Reference, Range<Int>) -> Void) {
    switch form {
    case .reference(let reference): visit(reference, range)
    case .filtered(_, let use) where use.filter.missing == .isReplaced:
      for argument in use.arguments { argument.visitNeeds(visit) }
    case .call(.choose, _), .call(.attempt, _): break
    default: for part in parts { part.visitNeeds(visit) }
    }
  }

  /// Visits the members that its filters cannot do without in each item of a list, as `amount` in
  /// `items | sum(.amount)`, with the list.
  func visitMembersOfItems(_ visit: (Reference, String) -> Void) {
    if case .filtered(let input, let use) = form, let list = input.listOfItems {
      for (index, argument) in use.arguments.enumerated()
      where use.filter.parameter(index)?.kind.takesItem == true {
        argument.visitMembersOfItem { visit(list, $0) }
      }
    }
    for part in parts { part.visitMembersOfItems(visit) }
  }

  /// The list that has all items of the value, which may be in another order.
  private var listOfItems: Reference? {
    switch form {
    case .reference(let reference): reference
    case .filtered(let input, let use)
    where ["select", "sort_by", "unique_by"].contains(use.filter.name):
      input.listOfItems
    default: nil
    }
  }

  private func visitMembersOfItem(_ visit: (String) -> Void) {
    switch form {
    case .part(let whole, .fixed(.member(let name))) where whole.itemPath == []: visit(name)
    case .filtered(_, let use) where use.filter.missing == .isReplaced: break
    case .filtered(let input, _): input.visitMembersOfItem(visit)
    case .call(.choose, _), .call(.attempt, _): break
    default: for part in parts { part.visitMembersOfItem(visit) }
    }
  }

  package func visitFilters(_ visit: (FilterUse) -> Void) {
    if case .filtered(_, let use) = form { visit(use) }
    for part in parts { part.visitFilters(visit) }
  }

  /// The filter that is applied last; nil for another expression.
  package var outermostFilter: TemplateFilter? {
    if case .filtered(_, let use) = form { use.filter } else { nil }
  }

  /// The steps of a path into the item, such as `.a.b`; nil for another expression.
  var itemPath: [Reference.Step]? {
    switch form {
    case .item: []
    case .part(let whole, .fixed(let step)): whole.itemPath.map { $0 + [step] }
    default: nil
    }
  }

  /// Whether it is the item, or a part of it with a written name or position.
  var isItemPath: Bool {
    switch form {
    case .item: true
    case .part(let whole, .fixed): whole.isItemPath
    default: false
    }
  }
}
