import APICallBase
import APICallLanguage
import APICallModel

extension SpecReading {
  /// Checks the names in the stages, and what one stage needs of another.
  mutating func check(_ rows: RowStages, in endpoint: EndpointSpec, known: [String]) {
    guard !rows.isEmpty else { return }
    var own = rows.sources.map { (name: $0.name, mark: $0.mark) }
    if rows.sources.isEmpty, let mark = rows.shapeMark ?? rows.mark {
      own = [(RowStages.row, mark)]
    }
    if rows.grouping != nil, let mark = rows.shapeMark { own.append((RowStages.group, mark)) }
    let taken = known + endpoint.needs.map(\.name) + endpoint.around.names
    for part in own where taken.contains(part.name) {
      report(
        "'\(part.name)' is both a value of the file and the name of a row here", at: part.mark,
        hint: part.name == RowStages.row
          ? "rename the value, or name the rows: 'select: {row: $[*]}'"
          : "rename one of them: <\(part.name)> could mean either")
    }
    rows.visitTemplates { template, names in
      check(template, in: endpoint, known: known, row: names, of: rows)
      if rows.grouping != nil { checkMembersOfGroup(in: template) }
    }
    for key in rows.sorting {
      guard case .path(let path) = key.content, case .member(let name)? = path.first else {
        continue
      }
      let hint: String?
      if let columns = rows.columns {
        if columns.contains(name) { continue }
        hint = Nearest.hint(for: name, among: columns, noun: "members")
      } else {
        guard rows.shape?.lacksMembers ?? false else { continue }
        hint = "only a map has members; '.' sorts by the whole row"
      }
      report("the rows have no member '\(name)'", at: key.name.mark, hint: hint)
    }
  }

  private mutating func checkMembersOfGroup(in template: Template) {
    var unknown: [(name: String, span: TemplateSpan)] = []
    template.visitReferences { reference, span in
      guard reference.name == RowStages.group, case .member(let name)? = reference.steps.first,
        !RowStages.membersOfGroup.contains(name)
      else { return }
      unknown.append((name, span))
    }
    for (name, span) in unknown {
      let near = Nearest.word(to: name, among: RowStages.membersOfGroup)
      report(
        "a group has no member '\(name)'", at: span.mark,
        hint: (near.map { "did you mean 'group.\($0)'? " } ?? "")
          + "a group has key and items; (group.items | length) counts its rows")
    }
  }
}

extension Payload {
  /// Whether its value is neither a map nor one of an unknown type.
  fileprivate var lacksMembers: Bool {
    switch self {
    case .literal, .list: true
    case .text(let template): template.sole == nil
    case .map: false
    }
  }
}
