package import APICallSafety
package import YAMLTree

/// Text with placeholders: `/users/<id>`.
///
/// `\<` is a literal `<`, and any `<` that does not begin a ``Placeholder`` (`a < b`, `</p>`,
/// `<a b="1">`) is text.
package struct Template: Sendable {
  /// A piece of text, or a placeholder.
  package enum Part: Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The parts in order; adjacent text is one part.
  package let parts: [Part]
  package let mark: Mark
  /// Text that looks like a placeholder but is not one; empty if placeholders are not read.
  package var doubts: [DoubtfulText] = []

  package init(parts: [Part], mark: Mark) {
    self.parts = parts
    self.mark = mark
  }

  init(_ placeholder: Placeholder, at mark: Mark) {
    self.init(parts: [.placeholder(placeholder)], mark: mark)
  }

  package var placeholders: [Placeholder] {
    parts.compactMap { part in
      if case .placeholder(let placeholder) = part { placeholder } else { nil }
    }
  }

  /// The placeholder that makes up the whole text, and whose value keeps its type.
  package var sole: Placeholder? {
    if parts.count == 1, case .placeholder(let placeholder) = parts[0] { placeholder } else { nil }
  }

  /// The text as written, with escapes resolved.
  package var written: String {
    // Not `joined()`: the lookups at its first use take a twentieth of the time of a call.
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let literal): text += literal
      case .placeholder(let placeholder): text += placeholder.text
      }
    }
  }

  package var literal: String? {
    if parts.isEmpty { return "" }
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    return nil
  }

  package typealias Encoding = (ProtectedText, Placeholder) throws(TemplateProblem) -> ProtectedText
  package typealias Note = (Provenance) -> Void

  /// Fills in the values.
  ///
  /// Returns the text, in which inserted secrets remain secret.
  package func render(
    in scope: Scope, encoding: Encoding = { (value, _) throws(TemplateProblem) in value },
    literalEncoding: (String) -> String = { $0 }, noting note: Note = { _ in }
  ) throws(TemplateProblem) -> ProtectedText {
    var result = ProtectedText()
    for part in parts {
      switch part {
      case .text(let text): result.append(literalEncoding(text))
      case .placeholder(let placeholder):
        let binding = try placeholder.binding(in: scope)
        note(binding.provenance)
        result.append(try encoding(try placeholder.text(of: binding, in: scope), placeholder))
      }
    }
    return result
  }

  package func provenance(in scope: Scope) throws(TemplateProblem) -> Provenance {
    var provenance: Provenance?
    for part in parts {
      switch part {
      case .text: provenance = Provenance.file.joined(provenance)
      case .placeholder(let placeholder):
        let own = try placeholder.binding(in: scope).provenance
        provenance = own.joined(provenance)
      }
    }
    return provenance ?? .file
  }

  /// Fills the values into an entry that is left out if it is exactly one unset optional.
  ///
  /// Returns the text; nil to leave out the entry.
  package func renderEntry(in scope: Scope) throws(TemplateProblem) -> ProtectedText? {
    guard let sole else { return try render(in: scope) }
    let binding = try sole.binding(in: scope)
    guard binding.value == nil else { return try sole.text(of: binding, in: scope) }
    try sole.checkRow(of: binding)
    return nil
  }
}

extension Template {
  package func visitReferences(_ visit: (Reference, TemplateSpan) -> Void) {
    for case .placeholder(let placeholder) in parts { placeholder.visitReferences(visit) }
  }

  package func visitNeeds(_ visit: (Reference) -> Void) {
    for case .placeholder(let placeholder) in parts {
      placeholder.expression.visitNeeds { reference, _ in visit(reference) }
    }
  }

  package func visitMembersOfItems(_ visit: (Reference, String) -> Void) {
    for case .placeholder(let placeholder) in parts {
      placeholder.expression.visitMembersOfItems(visit)
    }
  }
}
