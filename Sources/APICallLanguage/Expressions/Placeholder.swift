import APICallSafety
package import YAMLTree

/// A place in a template for a value: `<user.name | upper>`, `<n + 1>`, `<+rest>`.
package struct Placeholder: Sendable {
  package let expression: Expression
  /// Whether slashes in the value stay slashes: `<+rest>`, in paths.
  package let keepsSlashes: Bool
  package let text: String
  package let container: Mark

  package var mark: Mark { span.mark }

  package var span: TemplateSpan { span(0..<text.utf8.count) }

  package func span(_ range: Range<Int>) -> TemplateSpan {
    TemplateSpan(container: container, placeholder: text, range: range)
  }

  /// The value that it begins with, before any filter; nil if it is computed.
  package var source: Reference? { expression.source }

  package func visitReferences(_ visit: (Reference, TemplateSpan) -> Void) {
    expression.visitReferences { visit($0, spanOfReference(at: $1)) }
  }

  /// The place of a reference: the whole placeholder if it begins with it.
  func spanOfReference(at range: Range<Int>) -> TemplateSpan {
    range == expression.sourceRange ? span : span(range)
  }

  package func firstName(among names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    var found: String?
    visitReferences { reference, _ in
      if found == nil, names.contains(reference.name) { found = reference.name }
    }
    return found
  }

  /// The first secret that it uses.
  ///
  /// Returns the name of an input, a let or a stored secret.
  package func firstSecret(among names: [String]) -> String? {
    let name = firstName(among: names)
    return name == SecretName.prefix ? firstStoredSecret ?? name : name
  }

  package var firstStoredSecret: String? {
    var found: String?
    visitReferences { reference, span in
      if found == nil, reference.isSecret { found = try? reference.secretName(at: span) }
    }
    return found
  }

  package var isVolatile: Bool { expression.isVolatile }
}

extension Placeholder {
  package init(name: String, container: Mark) {
    let text = "<\(name)>"
    expression = Expression(
      .reference(Reference(name: name, steps: [])), at: 1..<max(1, text.utf8.count - 1))
    keepsSlashes = false
    self.text = text
    self.container = container
  }

  init(unreadable span: TemplateSpan) {
    expression = Expression(.call(.now, []), at: 0..<span.placeholder.utf8.count)
    keepsSlashes = false
    text = span.placeholder
    container = span.container
  }
}
