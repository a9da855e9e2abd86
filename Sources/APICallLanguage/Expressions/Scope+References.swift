import APICallSafety
import APICallText
import YAMLTree

extension Scope {
  /// Looks up a value and its parts.
  ///
  /// Returns the value, and whether it is secret; no value if a map does not have the member or a
  /// list the item.
  package func binding(
    of reference: Reference, at span: TemplateSpan
  ) throws(TemplateProblem) -> Binding {
    if let part = row[reference.name] {
      return try self.part(of: part, reference, reference.steps[...], at: span, inResponse: true)
    }
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
      if [ResponsePart.headers.rawValue, ResponsePart.trailers.rawValue].contains(name) {
        Self.lowerFieldName(in: &steps)
      }
      steps = steps.dropFirst()
      inResponse = true
      found = binding
    }
    guard let binding = found else {
      // The name is reserved, so no input or let has it.
      if reference.isSecret { return try secretBinding(of: reference, at: span) }
      throw .unknownName(reference, span, known: [], nouns: "input")
    }
    return try part(of: binding, reference, steps, at: span, inResponse: inResponse)
  }

  /// Finds a part of a value.
  private func part(
    of whole: Binding, _ reference: Reference, _ steps: ArraySlice<Reference.Step>,
    at span: TemplateSpan, inResponse: Bool
  ) throws(TemplateProblem) -> Binding {
    var binding = whole
    guard let value = binding.value else {
      switch binding.absence {
      case .part(let part): binding.absence = .part(part.placed(at: span.mark))
      case .input, .row: break
      case nil: binding.absence = .input(reference.text(upTo: steps.startIndex))
      }
      return binding
    }
    // A path is followed in the JSON that a text is.
    var part = PartSearch(steps.isEmpty ? value : binding.structuredValue ?? value)
    // Without zip(_:_:), whose types Swift would have to look up at run time.
    for index in steps.indices {
      // The search for a member is linear.
      guard allowance.take(part.value.heldBytes / 8) else { throw .tooMuch(span) }
      switch part.enter(steps[index]) {
      case .found: break
      case .missing:
        var missing = Binding(nil, from: binding.provenance)
        missing.absence = .part(
          MissingPart(
            TemplateProblem.noStep(
              reference, span, step: index, of: part.typeName(for: steps[index]),
              mayBeThere: true, inResponse: inResponse
            ).diagnostic, steps[index], of: part.value,
            isShown: binding.provenance.secrecy == .open,
            isOfWhole: inResponse && index == steps.startIndex && index > 0,
            isFirstStep: index == steps.startIndex))
        return missing
      case .impossible:
        throw .noStep(
          reference, span, step: index, of: part.typeName(for: steps[index]),
          inResponse: inResponse)
      }
    }
    // Which of them leads to the items is not known.
    if inResponse, part.isList || part.value.isNull,
      let index = PartSearch.repeatedKey(on: steps, in: value)
    {
      throw .repeatedKey(reference, span, step: index)
    }
    var found = Binding(part.value, from: binding.provenance(of: part.value))
    if steps.isEmpty { found.received = binding.received }
    return found
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

extension Scope {
  /// Looks up a stored secret: `secret.NAME`.
  ///
  /// A dummy is used if the call has no source of secrets, as for the request of an example, which
  /// is only compared.
  ///
  /// Returns the value, which is secret.
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
