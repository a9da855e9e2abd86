package import APICallBase
package import YAMLTree

/// Text with placeholders in it: `/users/<id>`.
///
/// `\<` is a literal `<`, and any use of `<` that begins no ``Placeholder`` (`a < b`, `</p>`,
/// `<a b="1">`) is text.
package struct Template: Sendable {
  /// A stretch of text, or a placeholder.
  package enum Part: Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The parts in the order they are written; neighbouring text is one part.
  package let parts: [Part]
  /// The place of the whole text.
  package let mark: Mark
  /// What looks like a placeholder and is none; nothing where placeholders are not read.
  package var doubts: [DoubtfulText] = []

  package init(parts: [Part], mark: Mark) {
    self.parts = parts
    self.mark = mark
  }

  /// The placeholders in it.
  package var placeholders: [Placeholder] {
    parts.compactMap { part in
      if case .placeholder(let placeholder) = part { placeholder } else { nil }
    }
  }

  /// The placeholder that makes up the whole text, whose value then keeps its type.
  package var sole: Placeholder? {
    if parts.count == 1, case .placeholder(let placeholder) = parts[0] { placeholder } else { nil }
  }

  /// The text as written, but for escapes.
  package var written: String {
    // Not `joined()`: what it looks up at its first use is a twentieth of a whole call.
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let literal): text += literal
      case .placeholder(let placeholder): text += placeholder.text
      }
    }
  }

  /// The text, where there is no placeholder in it.
  package var literal: String? {
    if parts.isEmpty { return "" }
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    return nil
  }

  /// What becomes of a value before it is put into text.
  package typealias Encoding = (ProtectedText, Placeholder) throws(TemplateProblem) -> ProtectedText
  /// Gets where each value comes from that is put in.
  package typealias Note = (Provenance) -> Void

  /// Puts the values in.
  ///
  /// - Parameters:
  ///   - scope: the names and their values.
  ///   - encoding: what becomes of each value; literal text goes through `literalEncoding`.
  ///   - literalEncoding: what becomes of the text between placeholders.
  ///   - note: gets where each value comes from.
  /// - Returns: the text; what a secret value was put into is secret there.
  /// - Throws: a ``TemplateProblem`` where a placeholder has no value that can stand in text.
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
        result.append(try encoding(try placeholder.text(of: binding), placeholder))
      }
    }
    return result
  }

  /// Where the values come from that go into it: of the file, where there is none.
  package func provenance(in scope: Scope) throws(TemplateProblem) -> Provenance {
    var provenance = Provenance.file
    for case .placeholder(let placeholder) in parts {
      provenance.join(try placeholder.binding(in: scope).provenance)
    }
    return provenance
  }

  /// Puts the values into an entry that is left out where it is exactly one unset optional.
  ///
  /// - Parameter scope: the names and their values.
  /// - Returns: the text; nil if the entry is to be left out.
  /// - Throws: a ``TemplateProblem`` where a placeholder has no value that can stand in text.
  package func renderEntry(in scope: Scope) throws(TemplateProblem) -> ProtectedText? {
    guard let sole else { return try render(in: scope) }
    let binding = try sole.binding(in: scope)
    return binding.value == nil ? nil : try sole.text(of: binding)
  }
}

extension Template {
  /// Visits each reference to a name, in the order in which they stand.
  package func visitReferences(_ visit: (Reference, TemplateSpan) -> Void) {
    for case .placeholder(let placeholder) in parts { placeholder.visitReferences(visit) }
  }
}

extension Placeholder {
  /// Works out the value: looks it up or calls the function, and applies the filters.
  ///
  /// - Parameter scope: the names and their values.
  /// - Returns: the value and whether it is secret, which it is where anything secret went into it;
  ///   no value for an optional that is unset.
  /// - Throws: an unknown name, a missing part, or a value that a filter does not take.
  package func binding(in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    var binding: Scope.Binding
    switch origin {
    case .reference(let reference): binding = try scope.binding(of: reference, at: span)
    case .function(let function, let arguments):
      binding = try call(function, arguments, in: scope)
    }
    try charge(binding, to: scope)
    for use in filters {
      binding = try apply(use, to: binding, in: scope)
      try charge(binding, to: scope)
    }
    return binding
  }

  /// Takes the length of a value from what the call may have.
  private func charge(_ binding: Scope.Binding, to scope: Scope) throws(TemplateProblem) {
    guard scope.allowance.take(binding.value?.heldOctets ?? 0) else { throw .tooMuch(span) }
  }

  /// The value as it stands inside text.
  ///
  /// - Parameter scope: the names and their values.
  /// - Returns: the text, secret where the value is.
  /// - Throws: where there is no value, or one that has no form in text.
  package func text(in scope: Scope) throws(TemplateProblem) -> ProtectedText {
    try text(of: try binding(in: scope))
  }

  /// A value of this placeholder as it stands inside text.
  package func text(of binding: Scope.Binding) throws(TemplateProblem) -> ProtectedText {
    guard let value = binding.value else { throw .unset(binding.absentInput ?? text, span) }
    guard let text = value.plainText else { throw .notText(self, typeName: value.typeName) }
    return ProtectedText(text, binding.provenance.secrecy)
  }
}
