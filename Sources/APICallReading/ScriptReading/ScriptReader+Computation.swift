import APICallLanguage
import APICallModel
import YAMLTree

extension ScriptReader {
  mutating func computed(_ entry: Node.Entry, in draft: StepDraft) -> Callee? {
    let others = [draft.call, draft.inputs].compactMap { $0 } + draft.overrides
    for other in others {
      reading.report(
        other.key == "call"
          ? "\(draft.title) has both 'call' and 'of'"
          : "'\(other.key)' has no effect on a step with 'of'", at: other.keyMark,
        hint: other.key == "call"
          ? "write two steps: the second one computes with <\(draft.name).body>"
          : "remove the line")
    }
    let value = reading.payload(entry, placeholders: true, isMade: true)
    check(value.templates)
    var rows = RowStages()
    if let first = draft.rows.first {
      let node = Node(.mapping(draft.rows), at: first.keyMark)
      reading.read(node, as: RowFields.all(\RowStages.self), into: &rows, named: draft.title)
    }
    check(rows)
    return .computed(Computation(value, at: entry.value.mark, making: rows, in: frame))
  }
}
