package import APICallBase
package import APICallLanguage
package import APICallModel
import APICallSafety
import APICallText
import YAMLTree

extension SpecReading {
  /// Reads the body, now that its fields and the names of values are known.
  ///
  /// Returns the body; nil without one, or if it is invalid.
  mutating func body(_ draft: BodyDraft, knowing names: [String]) -> BodyTemplate? {
    var template: BodyTemplate?
    for (index, entry) in draft.bodies.enumerated() {
      if index == 0 {
        template = body(entry, draft, names)
        continue
      }
      report(
        "'\(entry.key)' is a second body after '\(draft.bodies[0].key)'", at: entry.keyMark,
        hint: "a call has one body: \(WordList.alternatives(BodyDraft.kinds))")
      _ = body(entry, draft, names)
    }
    checkCompany(of: draft)
    return template
  }

  private mutating func body(
    _ entry: Node.Entry, _ draft: BodyDraft, _ known: [String]
  ) -> BodyTemplate? {
    switch entry.key {
    case "json":
      let value = payload(entry)
      guard case .text(let template) = value, !entry.value.isRaw else { return .json(value) }
      return .json(.text(template.notingJSON()))
    case "ndjson":
      let value = payload(entry)
      switch value {
      case .list: return .ndjson(value)
      case .text(let template) where template.sole != nil: return .ndjson(value)
      default: return reject(entry, takes: "a list")
      }
    case "form":
      let style = formStyle(draft.formStyle)
      return .form(formItems(entry, style), style)
    case "multipart":
      var multipart = MultipartTemplate()
      multipart.parts = parts(entry)
      multipart.type = multipartType(draft.type)
      return .multipart(multipart)
    case "text":
      guard let text = text(entry) else { return nil }
      let names = names(draft.template, among: known)
      let type = draft.type.flatMap { mediaType($0) }
      var verbatim = VerbatimText(template: verbatim(text, entry, names))
      verbatim.type = type
      verbatim.escape = escape(draft.escape)
      return .text(verbatim)
    case "file":
      guard let path = template(entry) else { return nil }
      var file = VerbatimFile(file: FileTemplate(path: path))
      file.type = draft.type.flatMap { mediaType($0) }
      file.names = names(draft.template, among: known)
      file.escape = escape(draft.escape)
      return .file(file)
    default: return graphql(entry).map { .graphql($0) }
    }
  }

  /// Reports fields that have no effect without a body of a certain kind.
  private mutating func checkCompany(of draft: BodyDraft) {
    if let escape = draft.escape, draft.template == nil {
      let isVerbatim = ["text", "file"].contains(draft.bodies.first?.key)
      report(
        "'escape' has no effect without 'template'", at: escape.keyMark,
        hint: isVerbatim
          ? "list the names that are placeholders in 'template', or remove the line"
          : "remove the line; only 'text' and 'file' can have a template")
    }
    guard draft.formStyle != nil || draft.type != nil || draft.template != nil else { return }
    let kinds = draft.bodies.map(\.key)
    let needs = [
      (draft.formStyle, ["form"]), (draft.type, ["text", "file", "multipart"]),
      (draft.template, ["text", "file"]),
    ]
    for (entry, wanted) in needs {
      guard let entry, !wanted.contains(where: { kinds.contains($0) }) else { continue }
      let words = WordList.alternatives(wanted.map { "'\($0)'" })
      report(
        "'\(entry.key)' has no effect without \(words)", at: entry.keyMark,
        hint: entry.key == "type" && !kinds.isEmpty
          ? "set another type for '\(kinds[0])' with Content-Type under headers:"
          : "remove the line")
    }
  }

  // MARK: Text and files

  /// Text in which only some names are placeholders.
  private mutating func verbatim(
    _ text: String, _ entry: Node.Entry, _ names: [WrittenName]
  ) -> Template {
    let mark = entry.value.mark
    guard !names.isEmpty, !entry.value.isRaw else { return Template(literal: text, at: mark) }
    let template: Template
    do {
      template = try Template(text, at: mark, naming: names.map(\.text))
    } catch {
      for problem in error.all { report(problem.diagnostic) }
      template = error.template
    }
    for problem in template.unusedNames(of: names, in: "the text") { report(problem) }
    return template
  }

  private mutating func escape(_ entry: Node.Entry?) -> TextEscape {
    entry.flatMap { word($0, of: TextEscape.self, "escapes") { "unknown escape '\($0)'" } } ?? .none
  }

  private mutating func names(_ entry: Node.Entry?, among known: [String]) -> [WrittenName] {
    guard let entry, let nodes = list(entry) else { return [] }
    var names: [WrittenName] = []
    for node in nodes {
      guard let text = text(entry.holding(node)) else { continue }
      guard known.contains(text) || text == SecretName.prefix || !knowsInputs else {
        report(
          "no value is named '\(text)'", at: node.mark,
          hint: Nearest.hint(for: text, among: known, noun: "names"))
        continue
      }
      names.append(WrittenName(text: text, mark: node.mark))
    }
    return names
  }
}

extension Template {
  /// The problems of names under `template:` that do not occur in the text.
  package func unusedNames(of names: [WrittenName], in what: String) -> [Message] {
    var used: [String] = []
    for placeholder in placeholders {
      placeholder.visitReferences { reference, _ in used.append(reference.name) }
    }
    return names.filter { !used.contains($0.text) }.map { name in
      Message(
        "<\(name.text)> does not occur in \(what)", at: name.mark,
        hint: "write it where the value belongs, or remove the name from template:")
    }
  }
}

/// The fields of a body while a file is read.
///
/// Each affects the others, and they may be in any order.
struct BodyDraft: Sendable {
  static let kinds = ["json", "ndjson", "form", "multipart", "text", "file", "graphql"]

  /// The bodies in the file; all beyond the first are errors.
  var bodies: [Node.Entry] = []
  var type: Node.Entry?
  var template: Node.Entry?
  var escape: Node.Entry?
  var formStyle: Node.Entry?
}

extension SpecReading {
  mutating func formStyle(_ entry: Node.Entry?) -> FormStyle {
    var style = FormStyle.repeated
    guard let entry else { return style }
    let known = word(entry, of: FormStyle.self, "styles") {
      style = .brackets
      return "unknown form_style '\($0)'"
    }
    return known ?? style
  }

  mutating func formItems(_ entry: Node.Entry, _ style: FormStyle) -> [WrittenItem] {
    guard style == .brackets else {
      return items(
        entry,
        nested: "'form_style: brackets' sends address[city]=x; or write 'address[city]: x'")
    }
    return (entries(entry, takes: "a map of names and values") ?? []).flatMap {
      bracketed($0.value, name: $0.key, $0)
    }
  }

  /// The items of a value: `a[b]` for a map, `a[]` for a list, and `a[0][b]` for a map in a list.
  ///
  /// `a[][b]` would not show which values belong together.
  private mutating func bracketed(
    _ node: Node, name: String, _ entry: Node.Entry
  ) -> [WrittenItem] {
    switch node.content {
    case .scalar:
      let scalar = Node.Entry(key: name, keyMark: entry.keyMark, value: node)
      let value = itemValue(scalar)
      return [WrittenItem(name: name, mark: entry.keyMark, values: value.map { [$0] } ?? [])]
    case .mapping(let entries):
      return entries.flatMap { bracketed($0.value, name: "\(name)[\($0.key)]", $0) }
    case .sequence(let nodes):
      let isFlat = nodes.allSatisfy { $0.scalar != nil }
      var items: [WrittenItem] = []
      for (index, node) in nodes.enumerated() where !isEmpty(node, of: nil) {
        items += bracketed(node, name: isFlat ? "\(name)[]" : "\(name)[\(index)]", entry)
      }
      return items
    }
  }
}
