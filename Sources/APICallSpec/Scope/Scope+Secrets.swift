import APICallBase

extension Scope {
  /// Looks up a stored secret: `secret.NAME`.
  ///
  /// Where nobody says what the call's secrets are, as for the request of an example, which is only
  /// compared, a dummy stands in.
  ///
  /// - Parameters:
  ///   - reference: what is written.
  ///   - span: where.
  /// - Returns: the value, which is secret.
  /// - Throws: why there is none.
  func secretBinding(
    of reference: Reference, at span: TemplateSpan
  ) throws(TemplateProblem) -> Binding {
    let name = try reference.secretName(at: span)
    guard let secrets else {
      return Binding(.text(CallSecrets.dummy(for: name)), from: Provenance(.secret, .masked))
    }
    let (value, root) = try secrets.value(of: name, at: span)
    return Binding(
      .text(value.revealed),
      from: Provenance(
        .secret, Secrecy(isMasked: true, confinement: root.map { Confinement($0) })))
  }
}

extension Reference {
  /// Whether it is that of a stored secret, `secret.NAME`, or looks like one.
  package var isSecret: Bool { name == SecretName.prefix }

  /// The name of the secret.
  ///
  /// - Parameter span: where it is written.
  /// - Returns: the name, which is a valid one.
  /// - Throws: a ``TemplateProblem`` where it is no name, or a part of a secret.
  package func secretName(at span: TemplateSpan) throws(TemplateProblem) -> String {
    guard case .member(let name) = steps.first else { throw .secretUnnamed(span) }
    guard SecretName.isValid(name) else { throw .secretMisnamed(name, span) }
    guard steps.count == 1 else { throw .noStep(self, span, step: 1, of: "text") }
    return name
  }
}
