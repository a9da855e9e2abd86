import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText

/// Renders the items of a form.
struct FormRenderer {
  let scope: Scope
  let style: FormStyle

  /// The pairs that one value of an item is sent as.
  ///
  /// There are several if it is a list or a map, and the style has names for its parts.
  func pairs(
    of template: Template, _ name: String
  ) throws(TemplateProblem) -> [(name: String, value: ProtectedText)] {
    if style == .brackets, let sole = template.sole {
      let binding = try sole.binding(in: scope)
      if case .json(let json) = binding.value, json.kind == .array || json.kind == .object {
        guard !name.hasSuffix("[]") else {
          throw TemplateProblem(
            "an item of '\(name.dropLast(2))' is \(json.kind.typeName), "
              + "whose parts '\(name)' would mix with others",
            at: template.mark,
            hint: "write the item out, or make the whole list of one placeholder")
        }
        var values: [(name: String, value: ProtectedText)] = []
        add(json, name, binding.provenance.secrecy, to: &values)
        if values.isEmpty { try sole.checkSender(of: binding) }
        return values
      }
    }
    if style == .brackets { return try template.renderEntry(in: scope).map { [(name, $0)] } ?? [] }
    return try template.renderItems(in: scope).map { (name, $0) }
  }

  private func add(
    _ json: JSONNode, _ name: String, _ secrecy: Secrecy,
    to values: inout [(name: String, value: ProtectedText)]
  ) {
    switch json.kind {
    case .null: break
    case .object:
      for (key, value) in json.members {
        add(value, "\(name)[\(key)]", secrecy, to: &values)
      }
    case .array:
      let isFlat = json.elements.allSatisfy { $0.kind != .array && $0.kind != .object }
      for (index, element) in json.elements.enumerated() {
        let name = isFlat ? "\(name)[]" : "\(name)[\(index)]"
        add(element, name, secrecy, to: &values)
      }
    case .string, .number, .boolean:
      values.append((name, ProtectedText(json.string ?? json.text, secrecy)))
    }
  }
}
