import APICallHTTP
package import APICallSafety
import APICallText

extension Placeholder {
  /// Computes the value.
  ///
  /// Returns the value, and whether it is secret, as it is if anything in it is secret; no value
  /// for an unset optional.
  package func binding(in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    let binding = try bindingIfPresent(in: scope)
    if case .part(let missing) = binding.absence { throw TemplateProblem(missing) }
    return binding
  }

  /// Computes the value; a missing member is not an error.
  ///
  /// Returns the value; no value for an unset optional, and for a missing member or item.
  package func bindingIfPresent(in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    if case .reference(let reference) = expression.form {
      return try named(reference, in: scope)
    }
    return try Evaluation(of: self, in: scope).value().binding
  }

  /// Looks up a name alone, as most placeholders are, for the price of an evaluation.
  private func named(
    _ reference: Reference, in scope: Scope
  ) throws(TemplateProblem) -> Scope.Binding {
    let span = span
    guard scope.allowance.spend(RenderAllowance.stepsOfPart) else { throw .tooManySteps(span) }
    let binding = try scope.binding(of: reference, at: span)
    if case .part(let missing)? = binding.absence { scope.absences?.note(reference, missing) }
    let bytes = binding.value?.heldBytes ?? 0
    guard scope.allowance.spend(bytes / RenderAllowance.bytesOfStep)
    else { throw .tooManySteps(span) }
    guard scope.allowance.take(bytes) else { throw .tooMuch(span) }
    return binding
  }

  /// The value in its text form.
  ///
  /// Returns the text, which is secret if the value is.
  package func text(in scope: Scope) throws(TemplateProblem) -> ProtectedText {
    try text(of: try binding(in: scope), in: scope)
  }

  /// A value of this placeholder in its text form.
  ///
  /// Returns the text, which is secret if the value is.
  package func text(
    of binding: Scope.Binding, in scope: Scope
  ) throws(TemplateProblem) -> ProtectedText {
    guard let value = binding.value else { throw .absent(binding, text, span) }
    guard let text = value.plainText else { throw .notText(self, typeName: value.typeName) }
    if binding.provenance.isLatin1, scope.isOfFields, let bytes = FieldText.latin1(text) {
      return ProtectedText(bytes: bytes, binding.provenance.secrecy)
    }
    return ProtectedText(text, binding.provenance.secrecy)
  }
}
