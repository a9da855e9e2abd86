import APICallBase
import JSONText
import YAMLTree

extension Scope {
  /// Looks up a value and its parts.
  ///
  /// - Parameters:
  ///   - reference: the name and the steps.
  ///   - span: the place of the reference.
  /// - Returns: the value, and whether it is secret.
  /// - Throws: the problem of an unknown name or a missing part.
  package func binding(
    of reference: Reference, at span: TemplateSpan
  ) throws(TemplateProblem) -> Binding {
    if let outer, outer.source === span.container.source {
      return try outer.scope.binding(of: reference, at: span)
    }
    var steps = reference.steps[...]
    var inResponse = false
    var found = self[reference.name]
    if found == nil, let record = record(named: reference.name) {
      guard case .member(let name) = steps.first
      else { throw .recordAlone(reference, span, known: record.members.map(\.name)) }
      guard let binding = record[name]
      else { throw .noMember(reference, span, known: record.members.map(\.name)) }
      if name == ResponsePart.headers.rawValue { Self.lowerFieldName(in: &steps) }
      steps = steps.dropFirst()
      inResponse = true
      found = binding
    }
    guard var binding = found else {
      // The name is reserved, so no input or let has it.
      if reference.isSecret { return try secretBinding(of: reference, at: span) }
      throw .unknownName(reference, span, known: [], nouns: "input")
    }
    guard var value = binding.value else {
      binding.absentInput = binding.absentInput ?? reference.text(upTo: steps.startIndex)
      return binding
    }
    // Without zip(_:_:), whose types Swift would have to look up at run time.
    for index in steps.indices {
      let step = steps[index]
      // The search for a member is linear.
      guard allowance.take(value.heldBytes / 8) else { throw .tooMuch(span) }
      guard let part = value.part(step) else {
        throw .noStep(
          reference, span, step: index, of: value.typeName(for: step), inResponse: inResponse)
      }
      value = part
    }
    return Binding(value, from: binding.provenance(of: value))
  }

  /// Makes the name of a header field lower case, because case does not matter (RFC 9110, section
  /// 5.1); the fields of all iterations of a step are in a list.
  private static func lowerFieldName(in steps: inout ArraySlice<Reference.Step>) {
    for index in steps.indices.dropFirst().prefix(2) {
      guard case .member(let field) = steps[index] else { continue }
      steps[index] = .member(field.lowercased())
      return
    }
  }
}

extension Value {
  fileprivate func part(_ step: Reference.Step) -> Value? {
    switch step {
    case .member(let key): member(key)
    case .item(let index): item(index)
    }
  }

  /// The type, and for a list its length if an item is missing.
  fileprivate func typeName(for step: Reference.Step) -> String {
    guard case .item = step, case .json(let json) = self, json.kind == .array
    else { return typeName }
    return json.count == 1 ? "a list of 1 item" : "a list of \(json.count) items"
  }
}

extension Scope {
  /// Looks up a stored secret: `secret.NAME`.
  ///
  /// A dummy is used if the call has no source of secrets, as for the request of an example, which
  /// is only compared.
  ///
  /// - Parameters:
  ///   - reference: the reference.
  ///   - span: its place.
  /// - Returns: the value, which is secret.
  /// - Throws: why there is none.
  func secretBinding(
    of reference: Reference, at span: TemplateSpan
  ) throws(TemplateProblem) -> Binding {
    let name = try reference.secretName(at: span)
    guard let secrets
    else { return Binding(.text(CallSecrets.dummy(for: name)), from: Provenance(.secret, .masked)) }
    do throws(CallSecrets.Lack) {
      let (value, root) = try secrets.value(of: name)
      return Binding(
        .text(value.revealed),
        from: Provenance(
          .secret, Secrecy(isMasked: true, confinement: root.map { Confinement($0) })))
    } catch {
      throw TemplateProblem(error, of: name, at: span)
    }
  }
}

extension Reference {
  /// Whether it refers to a stored secret, `secret.NAME`, or looks like that.
  package var isSecret: Bool { name == SecretName.prefix }

  /// The name of the secret.
  ///
  /// - Parameter span: the place of the reference.
  /// - Returns: the name, which is valid.
  /// - Throws: a ``TemplateProblem`` if the name is not valid, or if the reference is to a part of
  ///   a secret.
  package func secretName(at span: TemplateSpan) throws(TemplateProblem) -> String {
    guard case .member(let name) = steps.first else {
      throw TemplateProblem(
        "'secret' is not a value: the name of a stored secret is missing", at: span.mark,
        hint: "write secret.NAME; 'apicall secrets list' lists the names")
    }
    guard SecretName.isValid(name) else {
      throw TemplateProblem(
        "'\(name)' cannot be the name of a secret", at: span.mark, hint: SecretName.rule)
    }
    guard steps.count == 1 else { throw .noStep(self, span, step: 1, of: "text") }
    return name
  }
}
