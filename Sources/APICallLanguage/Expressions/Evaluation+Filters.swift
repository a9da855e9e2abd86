import APICallBase
import APICallSafety
import APICallText
import Patterns

extension Evaluation {
  /// Applies a filter.
  ///
  /// A missing value stays missing until `default` supplies one.
  func apply(
    _ use: Expression.FilterUse, to whole: Scope.Binding
  ) throws(TemplateProblem) -> Scope.Binding {
    var input = whole
    if let received = whole.received {
      if use.filter.takesStructure, let json = received.json { input.value = json }
      if use.filter.takesReceivedBytes, let bytes = received.bytes { input.value = .bytes(bytes) }
      if use.filter.missing != .isReplaced { input.received = nil }
    }
    var arguments: [Scope.Binding] = []
    for (index, argument) in use.arguments.enumerated() {
      let isOfItems = use.filter.parameter(index)?.kind.takesItem ?? false
      arguments.append(isOfItems ? Scope.Binding(.null) : try value(of: argument).binding)
    }
    var provenance = arguments.reduce(input.provenance) { $0.joined($1.provenance) }
    // The result of a filter that reads a file has the provenance of the file's content.
    for value in [input.value] + arguments.map(\.value) {
      if case .file(let file) = value, let saved = scope.world?.provenance(ofFile: file.path) {
        provenance.join(saved)
      }
    }
    if use.filter.missing == .isReplaced {
      // The value in its place may be missing, too, and is not needed if there is one.
      let isReplaced = input.value?.isNull ?? true
      var binding = isReplaced ? arguments.first ?? input : input
      binding.provenance = provenance
      return binding
    }
    let isFalse = use.filter.missing == .isFalse && input.value?.isNull ?? true
    guard let value = isFalse ? .boolean(false) : input.value else {
      var binding = input
      binding.provenance = provenance
      return binding
    }
    var values: [Value] = []
    for (index, argument) in arguments.enumerated() {
      guard let value = argument.value else {
        let span = span(use.arguments[index].range)
        throw .absent(argument, span.text, span)
      }
      values.append(value)
    }
    try spend(on: use.filter, value, values)
    let items = ItemEvaluation(of: self, use, in: input)
    let outer = lacks
    if use.filter.takesItems { lacks = [:] }
    defer { lacks = outer }
    do throws(FilterRefusal) {
      let call = FilterCall(
        value: value, arguments: values, scope: scope, items: items, isReplaced: replacements > 0)
      let result = try use.filter.result(call)
      if use.filter.takesItems { noteLacks(of: value, in: use) }
      if use.filter.finds, hasOthers { absences.noteFound(place(of: use)) }
      return Scope.Binding(result, from: provenance.joined(items.provenance))
    } catch {
      if case .missing(let message, let hint) = error {
        let hint = provenance.secrecy == .open ? hint : nil
        let part = MissingPart(Message(message, at: span(use.range).mark, hint: hint))
        var missing = Scope.Binding(nil, from: provenance)
        missing.absence = .part(part)
        if replacements == 0, hasOthers {
          hasLacks = true
          absences.note(place(of: use), of: place(of: use)) { part }
        }
        return missing
      }
      throw problem(error, of: use, input, arguments, provenance)
    }
  }

  /// The hint for null in a filter; nil if no literal would do.
  private static func hintOfNull(_ takes: ValueKinds) -> String? {
    let others: [(kind: ValueKinds, text: String)] = [
      (.text, "…"), (.list, "list()"), (.number, "0"), (.boolean, "false"),
    ]
    return others.first { takes.contains($0.kind) }.map {
      "write | default(\($0.text)) before it, which also replaces null"
    }
  }

  private func problem(
    _ refusal: FilterRefusal, of use: Expression.FilterUse, _ input: Scope.Binding,
    _ arguments: [Scope.Binding], _ provenance: Provenance
  ) -> TemplateProblem {
    let callee = use.filter
    switch refusal {
    case .takes(let words, let got, let hint):
      let met = got.map { ProtectedText($0) } ?? input.value?.shown(from: input.provenance)
      return .notTaken(
        callee, span(use.range), takes: words, got: met ?? "nothing",
        hint: hint ?? (input.value?.isNull == true ? Self.hintOfNull(use.filter.takes) : nil))
    case .mixed(let words, let one, let other, let hint):
      // A secret may be anywhere in the items.
      var found: ProtectedText = "one with "
      found.append(one.described(from: provenance))
      found.append(" and ")
      found.append(other.described(from: provenance))
      return .notTaken(callee, span(use.range), takes: "a list of \(words)", got: found, hint: hint)
    case .takesArgument(let words, let index, let got):
      guard index < use.arguments.count else { return .unavailable(callee, span(use.range)) }
      if let got {
        let span = span(use.arguments[index].range)
        return .notTaken(callee, span, takes: words, got: ProtectedText(got))
      }
      return refused(use.arguments[index], of: callee, takes: words, arguments[index])
    case .badArgument(let fault, let words, let index):
      let span = span(index.map { use.arguments[$0].range } ?? use.range)
      let argument = index.map { arguments[$0] } ?? arguments.first
      if let argument, let value = argument.value, argument.isSecret {
        let shown = value.shown(from: argument.provenance)
        return .notTaken(callee, span, takes: words, got: shown)
      }
      return TemplateProblem(fault, at: span)
    case .unreadable(let file, let error):
      let name = ProtectedText(file.path, provenance.secrecy)
      return TemplateProblem(
        "cannot read the file '\(name)': \(error.reason)", at: span(use.range).mark)
    case .exceeds(let words):
      return TemplateProblem(
        "the result of \(callee.title) would exceed \(words)", at: span(use.range).mark)
    case .pattern(let limit):
      let words = "the pattern of \(callee.title) cannot be applied: it \(limit.reason)"
      return TemplateProblem(words, at: span(use.range).mark)
    case .problem(let diagnostic): return TemplateProblem(diagnostic)
    case .tooMuch: return .tooMuch(placeholder.span)
    case .tooManySteps: return .tooManySteps(placeholder.span)
    case .missing(let message, let hint):
      return TemplateProblem(message, at: span(use.range).mark, hint: hint)
    case .unavailable: return .unavailable(callee, span(use.range))
    }
  }
}
