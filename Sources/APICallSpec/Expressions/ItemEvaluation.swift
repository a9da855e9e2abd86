import APICallBase
import JSONText

/// The arguments of a filter that are evaluated for each item.
final class ItemEvaluation: ItemArguments {
  private let evaluation: Evaluation
  private let use: Expression.FilterUse
  private let source: Scope.Binding
  /// The provenance of all results so far.
  private(set) var provenance: Provenance

  init(of evaluation: Evaluation, _ use: Expression.FilterUse, in source: Scope.Binding) {
    self.evaluation = evaluation
    self.use = use
    self.source = source
    provenance = source.provenance
  }

  var count: Int { use.arguments.count }

  func value(_ index: Int, for item: JSONValue) throws(FilterRefusal) -> Value? {
    try binding(index, for: item).value
  }

  func isTrue(_ index: Int, for item: JSONValue) throws(FilterRefusal) -> Bool {
    let binding = try binding(index, for: item)
    do throws(TemplateProblem) {
      return try evaluation.truth(
        of: binding, use.arguments[index], by: TemplateCallee.filter(use.filter).title)
    } catch {
      throw .problem(error.diagnostic)
    }
  }

  func path(_ index: Int) -> [Reference.Step] { use.arguments[index].itemPath ?? [] }

  private func binding(
    _ index: Int, for item: JSONValue
  ) throws(FilterRefusal) -> Scope.Binding {
    evaluation.items.append(Scope.Binding(Value(item), from: source.provenance))
    defer { evaluation.items.removeLast() }
    do throws(TemplateProblem) {
      let binding = try evaluation.value(of: use.arguments[index]).binding
      provenance.join(binding.provenance)
      return binding
    } catch {
      throw .problem(error.diagnostic)
    }
  }
}
