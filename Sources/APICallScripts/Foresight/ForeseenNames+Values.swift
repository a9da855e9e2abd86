import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import YAMLTree

/// The values of names before anything is sent, or their types.
extension ForeseenNames {
  func binding(of payload: Payload) -> Scope.Binding? {
    isKnown(payload) ? try? payload.binding(in: known) : nil
  }

  func isKnown(_ payload: Payload) -> Bool { payload.templates.allSatisfy(isKnown) }

  func isKnown(_ template: Template) -> Bool {
    template.placeholders.allSatisfy { placeholder in
      var isKnown = !placeholder.isVolatile
      placeholder.visitReferences { reference, span in
        if !self.isKnown(reference, at: span) { isKnown = false }
      }
      return isKnown
    }
  }

  private func isKnown(_ reference: Reference, at span: TemplateSpan) -> Bool {
    // Fields that a step overrides are checked when the file is called.
    if let outer, outer.source === span.container.source { return false }
    return known[reference.name] != nil
  }

  /// Whether neither the value of a placeholder is known, nor its type as far as the place needs it.
  func isOpen(_ placeholder: Placeholder) -> Bool {
    guard !hasValue(placeholder) else { return false }
    var areAllFound = true
    let kinds = placeholder.kinds { reference in
      if reference.isSecret { return .text }
      if known[reference.name] != nil {
        let binding = try? known.binding(of: reference, at: placeholder.span)
        return binding?.value.map { ValueKinds(of: $0) }
      }
      guard let sample = sample(for: reference, in: placeholder) else {
        areAllFound = false
        return nil
      }
      return ValueKinds(of: sample)
    }
    guard areAllFound else { return true }
    // Whether a text can be used in a place depends on its characters.
    return kinds.map { !$0.isDisjoint(with: .plain) } ?? false
  }

  /// Whether the path of a file cannot be computed yet; only functions make it differ later.
  func isOpenPath(_ placeholder: Placeholder) -> Bool {
    guard !hasValue(placeholder) else { return false }
    guard let reference = placeholder.source,
      samples.contains(where: { $0.name == reference.name && $0.sample.hasParts })
    else { return isOpen(placeholder) }
    return false
  }

  /// Whether a response cannot be compared with the value yet: the content of a file is read later.
  func isOpenOperand(_ placeholder: Placeholder) -> Bool {
    guard !hasValue(placeholder) else { return false }
    if case .file = sample(for: placeholder) { return true }
    return isOpen(placeholder)
  }

  /// Whether all values that a placeholder uses are known, apart from what functions return.
  private func hasValue(_ placeholder: Placeholder) -> Bool {
    var isKnown = true
    placeholder.visitReferences { reference, span in
      if !reference.isSecret, !self.isKnown(reference, at: span) { isKnown = false }
    }
    return isKnown
  }

  /// Whether a payload can be computed, apart from what functions return.
  func isComputable(_ templates: [Template]) -> Bool {
    templates.flatMap(\.placeholders).allSatisfy { placeholder in
      var isComputable = true
      placeholder.visitReferences { reference, span in
        if reference.isSecret || isKnown(reference, at: span) { return }
        let found = samples.first { $0.name == reference.name }
        if found?.sample.hasParts != true { isComputable = false }
      }
      return isComputable
    }
  }

  private func sample(for placeholder: Placeholder) -> Value? {
    placeholder.source.flatMap { sample(for: $0, in: placeholder) }
  }

  private func sample(for reference: Reference, in placeholder: Placeholder) -> Value? {
    outer?.source === placeholder.span.container.source ? nil : sample(for: reference)
  }

  private func sample(for reference: Reference) -> Value? {
    if let found = samples.first(where: { $0.name == reference.name })?.sample {
      if reference.steps.isEmpty { return found.value }
      if hasTextRows, reference.name == Loop.element { return .text("x") }
      // A text has no parts; the map makes the placeholder report that.
      return found.value.plainText != nil ? .emptyMap : nil
    }
    guard let record = samplesOfRecords.first(where: { $0.name == reference.name }),
      reference.steps.count == 1, case .member(let member) = reference.steps.first
    else { return nil }
    return record.members.first { $0.name == member }?.value
  }

  /// A value of the type of a payload; nil if the type is not known.
  func sample(of payload: Payload) -> Sample? {
    var hasParts = true
    for placeholder in payload.templates.flatMap(\.placeholders) where !hasValue(placeholder) {
      guard sample(for: placeholder) != nil else { return nil }
      placeholder.visitReferences { reference, _ in
        guard known[reference.name] == nil, !reference.isSecret else { return }
        let found = samples.first { $0.name == reference.name }
        hasParts = hasParts && found?.sample.hasParts == true
      }
    }
    guard let value = (try? payload.binding(in: scope))?.value else { return nil }
    return Sample(value: value, hasParts: hasParts)
  }

  /// The names with their known values, and with samples of the right type for the others;
  /// functions do not use the world's random bytes.
  var scope: Scope {
    var scope = known.atPresent()
    if var world = known.world {
      world.randomBytes = { [UInt8](repeating: 0, count: $0) }
      scope = scope.inWorld(world)
    }
    // Dummies replace secrets: the value of a secret does not affect whether it fits.
    scope.secrets = nil
    for (name, sample) in samples {
      scope[name] = Scope.Binding(
        sample.value, from: Provenance(sample.hasParts ? .file : .sample))
    }
    for (name, members) in samplesOfRecords {
      var record = ScopeRecord()
      for (member, value) in members {
        record[member] = Scope.Binding(value, from: Provenance(.sample))
      }
      scope.add(record, named: name)
    }
    return scope
  }
}

extension InputType {
  var sample: Value? {
    switch self {
    case .array: try? Value(json: "[]")
    case .object: try? Value(json: "{}")
    case .file: .file(InputFile(path: BodyFile.standardInput))
    case .string: .text("x")
    case .integer, .number: .number("1")
    case .boolean: try? Value(json: "true")
    }
  }
}

extension Value {
  fileprivate static var emptyMap: Value? { InputType.object.sample }
}
