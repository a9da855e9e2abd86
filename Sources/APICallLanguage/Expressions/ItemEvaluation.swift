import APICallBase
import APICallSafety
import APICallText
import JSONText

/// The arguments of a filter that are evaluated for each item.
final class ItemEvaluation: ItemArguments {
  private let evaluation: Evaluation
  private let use: Expression.FilterUse
  private let source: Scope.Binding
  private(set) var provenance: Provenance
  /// The number of items for which the first argument was evaluated.
  private var started = 0

  init(of evaluation: Evaluation, _ use: Expression.FilterUse, in source: Scope.Binding) {
    self.evaluation = evaluation
    self.use = use
    self.source = source
    provenance = source.provenance
  }

  var count: Int { use.arguments.count }

  func value(_ index: Int, for item: JSONNode) throws(FilterRefusal) -> Value? {
    try binding(index, for: item).value
  }

  func isTrue(_ index: Int, for item: JSONNode) throws(FilterRefusal) -> Bool {
    let binding = try binding(index, for: item)
    do throws(TemplateProblem) {
      return try evaluation.truth(
        of: binding, use.arguments[index], by: use.filter.title)
    } catch {
      throw .problem(noting(error.diagnostic))
    }
  }

  func path(_ index: Int) -> [Reference.Step] { use.arguments[index].itemPath ?? [] }

  func note(_ index: Int, isThere: Bool, in whole: JSONNode) {
    let range = use.arguments[index].range
    guard !isThere else { return evaluation.noteFound(range) }
    evaluation.noteMissing(range, hint: hint(index, in: whole))
  }

  func hint(_ index: Int, in whole: JSONNode) -> String? {
    source.provenance.secrecy == .open
      ? JSONContents(whole).hint(without: path(index).first?.text, in: "the first one") : nil
  }

  private func noting(_ problem: Message) -> Message {
    guard use.filter.takes == .list else { return problem }
    var problem = problem
    let mark = evaluation.span(use.range).mark
    problem.notes.append(Message.Note("for the item [\(started - 1)]", at: mark))
    return problem
  }

  private func binding(
    _ index: Int, for item: JSONNode
  ) throws(FilterRefusal) -> Scope.Binding {
    if index == 0 { started += 1 }
    evaluation.items.append(Scope.Binding(Value(item), from: source.provenance))
    defer { evaluation.items.removeLast() }
    do throws(TemplateProblem) {
      let binding = try evaluation.value(of: use.arguments[index]).binding
      try evaluation.spend(on: binding.value)
      provenance.join(binding.provenance)
      return binding
    } catch {
      throw .problem(noting(error.diagnostic))
    }
  }
}
