import APICallBase

extension Placeholder {
  /// Applies a filter.
  ///
  /// An unset optional stays unset, until `default` gives it a value.
  func apply(
    _ use: FilterUse, to input: Scope.Binding, in scope: Scope
  ) throws(TemplateProblem) -> Scope.Binding {
    var argument: Scope.Binding?
    if let first = use.arguments.first { argument = try value(of: first, in: scope) }
    var provenance = input.provenance.joined(argument?.provenance)
    // What a filter reads out of a file is what is in the file.
    for value in [input.value, argument?.value] {
      if case .file(let file) = value, let saved = scope.world?.provenance(ofFile: file.path) {
        provenance.join(saved)
      }
    }
    if use.filter == .defaultValue, input.value?.isNull ?? true {
      var binding = argument ?? input
      binding.provenance = provenance
      return binding
    }
    guard let value = input.value else {
      var binding = input
      binding.provenance = provenance
      return binding
    }
    if let argument, argument.value == nil, let first = use.arguments.first {
      throw .unset(argument.absentInput ?? text, span(first.range))
    }
    do {
      let result = try use.filter.result(of: value, with: argument?.value, in: scope)
      return Scope.Binding(result, from: provenance)
    } catch {
      throw problem(error, of: use, input, argument, provenance)
    }
  }

  /// What is wrong where a filter has no result.
  ///
  /// - Parameters:
  ///   - refusal: why it has none.
  ///   - use: the filter.
  ///   - input: what it was to filter.
  ///   - argument: the value between its parentheses, if any.
  ///   - provenance: where the result would come from.
  /// - Returns: the problem, at the filter.
  private func problem(
    _ refusal: FilterRefusal, of use: FilterUse, _ input: Scope.Binding,
    _ argument: Scope.Binding?, _ provenance: Provenance
  ) -> TemplateProblem {
    let callee = TemplateCallee.filter(use.filter)
    switch refusal {
    case .takes(let words, let got):
      let met = got.map { ProtectedText($0) } ?? input.value?.shown(isSecret: input.isSecret)
      return .notTaken(callee, span(use.range), takes: words, got: met ?? "nothing")
    case .takesArgument(let words):
      guard let first = use.arguments.first else { return .unavailable(callee, span) }
      return refused(first, of: callee, takes: words, argument ?? Scope.Binding(nil))
    case .badArgument(let fault):
      if let argument, let value = argument.value, argument.isSecret {
        let shown = value.shown(isSecret: true)
        return .notTaken(callee, span(use.range), takes: "a format", got: shown)
      }
      return .badArgument(fault, span(use.range))
    case .unreadable(let file, let error):
      let name = ProtectedText(file.path, provenance.secrecy)
      return .unreadableFile(span(use.range), file: name, error)
    case .tooMuch: return .tooMuch(span)
    case .unavailable: return .unavailable(callee, span(use.range))
    }
  }
}
