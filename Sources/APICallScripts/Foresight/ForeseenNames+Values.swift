import APICallBase
import APICallHTTP
import APICallSpec
import YAMLTree

/// The values of names before anything is sent, or their types.
extension ForeseenNames {
  /// The provenance of the values of a text, if they are known.
  func frame(of template: Template) -> Provenance? {
    isKnown(template) ? try? template.provenance(in: known) : nil
  }

  /// The binding of a value; nil if it is not known.
  func binding(of payload: Payload) -> Scope.Binding? {
    isKnown(payload) ? try? payload.binding(in: known) : nil
  }

  /// Whether all values in a payload are known.
  func isKnown(_ payload: Payload) -> Bool { payload.templates.allSatisfy(isKnown) }

  /// Whether all values in a text are known.
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
    guard let sample = sample(for: placeholder) else { return true }
    // Only the first filter receives the sample itself.
    if let filter = placeholder.filters.first?.filter { return !filter.refuses(sample) }
    // Whether a text can be used in a place depends on its characters.
    return sample.plainText != nil
  }

  /// Whether the path of a file cannot be computed yet; only functions make it differ later.
  func isOpenPath(_ placeholder: Placeholder) -> Bool {
    guard !hasValue(placeholder) else { return false }
    guard case .reference(let reference) = placeholder.origin,
      samples.contains(where: { $0.name == reference.name && $0.hasParts })
    else { return isOpen(placeholder) }
    return false
  }

  /// Whether all values that a placeholder uses are known, apart from what functions return.
  private func hasValue(_ placeholder: Placeholder) -> Bool {
    var isKnown = true
    placeholder.visitReferences { reference, span in
      if !reference.isSecret, !self.isKnown(reference, at: span) { isKnown = false }
    }
    return isKnown
  }

  /// A value of the type that a placeholder begins with; nil if the type is not known.
  private func sample(for placeholder: Placeholder) -> Value? {
    guard case .reference(let reference) = placeholder.origin,
      outer?.source !== placeholder.span.container.source
    else { return nil }
    return sample(for: reference)
  }

  /// A value of the type of a reference; nil if the type is not known.
  private func sample(for reference: Reference) -> Value? {
    if let sample = samples.first(where: { $0.name == reference.name }) {
      if reference.steps.isEmpty { return sample.value }
      if hasTextRows, reference.name == Loop.element { return .text("x") }
      // A text has no parts; the map makes the placeholder report that.
      return sample.hasParts && sample.value.plainText != nil ? .emptyMap : nil
    }
    let isLoop = looped.contains { $0.name == reference.name }
    return isLoop && reference.steps.count == 1 ? InputType.array.sample : nil
  }

  /// A value of the type of a payload; nil if the type is not known.
  func sample(of payload: Payload) -> Value? {
    let isUnknown = payload.templates.contains { template in
      template.placeholders.contains { !hasValue($0) && sample(for: $0) == nil }
    }
    guard !isUnknown else { return nil }
    return (try? payload.binding(in: scope))?.value
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
    for sample in samples { scope[sample.name] = Scope.Binding(sample.value) }
    for (name, members) in looped {
      var record = ScopeRecord()
      for member in members { record[member] = Scope.Binding(InputType.array.sample) }
      scope.add(record, named: name)
    }
    return scope
  }
}

extension InputType {
  /// A value of the type if text cannot represent it; nil for other types.
  var sample: Value? {
    switch self {
    case .array: return try? Value(json: "[]")
    case .object: return try? Value(json: "{}")
    case .file: return .file(InputFile(path: BodyFile.standardInput))
    case .string, .integer, .number, .boolean: return nil
    }
  }
}

extension Value {
  fileprivate static var emptyMap: Value? { InputType.object.sample }
}
