import APICallBase
import APICallLanguage
import APICallModel
import YAMLTree

extension SpecReading {
  /// Checks the inputs that choose the state, and the names in the first values.
  mutating func checkState(of head: EndpointSpec) {
    guard let state = head.state else { return }
    for name in state.per ?? [] where head.input(named: name.text) == nil {
      report(
        "'per' names '\(name.text)', which is not an input", at: name.mark,
        hint: Nearest.hint(for: name.text, among: head.inputs.map(\.name), noun: "inputs"))
    }
    for value in state.values where state.per?.contains(where: { $0.text == value.name }) == true {
      report(
        "'\(value.name)' is both a kept value and an input under 'per'", at: value.mark,
        hint: "rename one of them")
    }
    let reserved = state.since == nil ? [] : [SinceRule.value, SinceRule.seen]
    for value in state.values where reserved.contains(value.name) {
      report(
        "'\(value.name)' is kept by 'since'", at: value.mark, hint: "give it another name")
    }
    let bare = head.with { ($0.needs, $0.state) = ([], nil) }
    for template in state.values.flatMap(\.first.templates) + (state.since?.first.templates ?? []) {
      check(template, in: bare, known: head.inputs.map(\.name))
    }
  }
}
