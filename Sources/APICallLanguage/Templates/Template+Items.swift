package import APICallSafety
import APICallText
import JSONText

extension Template {
  /// Fills the values into an entry that may have several items.
  ///
  /// If the entry is exactly one placeholder of a list, its name is repeated for each item; null
  /// items and an unset optional are left out.
  ///
  /// Throws a ``TemplateProblem`` if a placeholder has no value with a text form, or an empty list
  /// that a server sent.
  package func renderItems(in scope: Scope) throws(TemplateProblem) -> [ProtectedText] {
    guard let sole else { return [try render(in: scope)] }
    let binding = try sole.binding(in: scope)
    guard let value = binding.value else {
      try sole.checkRow(of: binding)
      return []
    }
    guard case .json(let json) = value, json.kind == .array
    else { return [try sole.text(of: binding, in: scope)] }
    var texts: [ProtectedText] = []
    for element in json.elements where element.kind != .null {
      let item = Value(element)
      texts.append(
        try sole.text(of: Scope.Binding(item, from: binding.provenance(of: item)), in: scope))
    }
    if texts.isEmpty { try sole.checkSender(of: binding) }
    return texts
  }
}

extension Placeholder {
  /// Refuses the value of a step without its only row, which would be left out of a request.
  func checkRow(of binding: Scope.Binding) throws(TemplateProblem) {
    if binding.lacksRow { throw .absent(binding, text, span) }
  }

  /// Refuses a value of a server that has no items for an entry: an empty list or map, or one of
  /// nothing but null.
  ///
  /// Without the entry, the request could reach more than it should: `DELETE /items` in place of
  /// `DELETE /items?owner=1`.
  package func checkSender(of binding: Scope.Binding) throws(TemplateProblem) {
    if binding.provenance.writers.contains(.response) {
      throw TemplateProblem.noItems(self, binding.value?.typeName ?? "null")
    }
  }
}

extension Template {
  package var endsWithSecondPlaceholder: Bool {
    guard case .placeholder = parts.last else { return false }
    return placeholders.count > 1
  }
}
