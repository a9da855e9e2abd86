import JSONText

extension Scope {
  /// Looks a value up, going down into its parts.
  ///
  /// - Parameters:
  ///   - reference: the name and the steps.
  ///   - span: where it is written.
  /// - Returns: the value, and whether it is secret.
  /// - Throws: an unknown name or a missing part.
  func binding(
    of reference: Reference, at span: TemplateSpan
  ) throws(TemplateProblem) -> Binding {
    guard let binding = self[reference.name] else {
      // No input or let has that name: it is reserved.
      if reference.isSecret { return try secretBinding(of: reference, at: span) }
      throw .unknownName(reference, span, known: [], nouns: "input")
    }
    guard var value = binding.value else {
      var binding = binding
      binding.absentInput = binding.absentInput ?? reference.name
      return binding
    }
    for (index, step) in reference.steps.enumerated() {
      // Members are looked for one by one.
      guard allowance.take(value.heldOctets / 8) else { throw .tooMuch(span) }
      guard let part = value.part(step) else {
        throw .noStep(reference, span, step: index, of: value.typeName(for: step))
      }
      value = part
    }
    return Binding(value, isSecret: binding.isSecret)
  }
}

extension Value {
  fileprivate func part(_ step: Reference.Step) -> Value? {
    switch step {
    case .member(let key): member(key)
    case .item(let index): item(index)
    }
  }

  /// The type, and for a list its length where an item is missing.
  fileprivate func typeName(for step: Reference.Step) -> String {
    guard case .item = step, case .json(let json) = self, json.kind == .array else {
      return typeName
    }
    return json.count == 1 ? "a list of 1 item" : "a list of \(json.count) items"
  }
}
