import JSONText

/// Puts the values into a form.
struct FormRenderer {
  let scope: Scope
  let style: FormStyle

  /// Renders a form.
  ///
  /// - Parameter items: the names and their values.
  /// - Returns: the form as it is sent.
  /// - Throws: a ``Failure`` with every value that cannot stand where it is.
  func render(_ items: [Endpoint.Item]) throws(Failure) -> ProtectedText {
    var values: [(name: String, value: ProtectedText)] = []
    var problems: [Diagnostic] = []
    for item in items {
      for template in item.values {
        do {
          if try expand(template, item.name, into: &values) { continue }
          guard let value = try template.renderEntry(in: scope) else { continue }
          values.append((item.name, value))
        } catch {
          problems.append(error.diagnostic)
        }
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    return FormEncoding.join(values, for: .form)
  }

  /// Adds the items that a list or a map becomes where the style has names for them.
  ///
  /// - Returns: whether the value is one.
  private func expand(
    _ template: Template, _ name: String, into values: inout [(name: String, value: ProtectedText)]
  ) throws(TemplateProblem) -> Bool {
    guard style == .brackets, let sole = template.sole else { return false }
    let binding = try sole.binding(in: scope)
    guard case .json(let json) = binding.value, json.kind == .array || json.kind == .object else {
      return false
    }
    add(json, name, isSecret: binding.isSecret, to: &values)
    return true
  }

  private func add(
    _ json: JSONValue, _ name: String, isSecret: Bool,
    to values: inout [(name: String, value: ProtectedText)]
  ) {
    switch json.kind {
    case .null: break
    case .object:
      for (key, value) in json.members {
        add(value, "\(name)[\(key)]", isSecret: isSecret, to: &values)
      }
    case .array:
      let isFlat = json.elements.allSatisfy { $0.kind != .array && $0.kind != .object }
      for (index, element) in json.elements.enumerated() {
        let name = isFlat ? "\(name)[]" : "\(name)[\(index)]"
        add(element, name, isSecret: isSecret, to: &values)
      }
    case .string, .number, .boolean:
      values.append((name, ProtectedText(json.string ?? json.text, isSecret: isSecret)))
    }
  }
}
