import APICallBase
import APICallSpec
import YAMLTree

/// What is known of the names of a file before anything is sent: where their values may go, and the
/// values as far as the user or the files have set them.
struct FlowNames {
  /// The names whose values are known.
  var known: Scope
  /// What is true of the other names.
  private var values: [(name: String, secrecy: Secrecy)] = []
  /// What is true of what calls leave.
  private var records: [(name: String, members: [String: Secrecy])] = []
  /// The names of the file that makes the call, for what that has written.
  private var outer: (source: Source, names: [FlowNames])?
  private let shelf: SecretShelf

  /// Begins with the names of a file.
  ///
  /// - Parameters:
  ///   - known: those whose values are known.
  ///   - shelf: where stored secrets come from.
  init(_ known: Scope, shelf: SecretShelf) {
    self.known = known
    self.shelf = shelf
  }

  /// Lets what another file has written use the names of that file.
  mutating func setOuter(_ names: FlowNames, of source: Source) { outer = (source, [names]) }

  /// Sets what is true of a name.
  mutating func set(_ name: String, _ secrecy: Secrecy, known binding: Scope.Binding? = nil) {
    values.removeAll { $0.name == name }
    known[name] = binding
    if binding == nil { values.append((name, secrecy)) }
  }

  /// Sets what is true of what a call leaves.
  mutating func set(record name: String, _ members: [String: Secrecy]) {
    records.removeAll { $0.name == name }
    records.append((name, members))
  }

  /// What is true of what a call leaves, by name.
  func members(of name: String) -> [String: Secrecy] {
    records.first { $0.name == name }?.members ?? [:]
  }

  /// What is true of the values that go into templates.
  func secrecy(of templates: [Template]) -> Secrecy {
    var secrecy = Secrecy.open
    for template in templates { secrecy.join(self.secrecy(of: template)) }
    return secrecy
  }

  /// What is true of the values that go into a template.
  func secrecy(of template: Template) -> Secrecy {
    var secrecy = Secrecy.open
    template.visitReferences { reference, span in
      secrecy.join(self.secrecy(of: reference, at: span))
    }
    return secrecy
  }

  /// What is true of a value.
  func secrecy(of reference: Reference, at span: TemplateSpan) -> Secrecy {
    if let outer, outer.source === span.container.source, let names = outer.names.first {
      return names.secrecy(of: reference, at: span)
    }
    if let binding = known[reference.name] { return binding.provenance.secrecy }
    if let value = values.first(where: { $0.name == reference.name }) { return value.secrecy }
    if let record = records.first(where: { $0.name == reference.name }) {
      guard case .member(let member) = reference.steps.first else { return .open }
      return record.members[member] ?? .open
    }
    guard reference.isSecret, let name = try? reference.secretName(at: span),
      let root = try? shelf.root(named: name)
    else { return .open }
    return Secrecy(isMasked: true, confinement: Confinement(root))
  }

  /// Who wrote the values that go into templates, as far as they are known.
  func writers(of templates: [Template]) -> Provenance.Writers {
    var writers: Provenance.Writers = []
    for placeholder in templates.flatMap(\.placeholders) {
      placeholder.visitReferences { reference, span in
        writers.formUnion(self.writers(of: reference, at: span))
      }
    }
    return writers
  }

  /// Who wrote a value, as far as it is known.
  func writers(of reference: Reference, at span: TemplateSpan) -> Provenance.Writers {
    if let outer, outer.source === span.container.source, let names = outer.names.first {
      return names.writers(of: reference, at: span)
    }
    return known[reference.name]?.provenance.writers ?? []
  }

  /// A value that is known; nil where it is not.
  func binding(of payload: Payload) -> Scope.Binding? {
    let isKnown = payload.templates.allSatisfy { template in
      template.placeholders.allSatisfy { placeholder in
        var isKnown = !placeholder.isVolatile
        placeholder.visitReferences { reference, _ in
          if known[reference.name]?.value == nil { isKnown = false }
        }
        return isKnown
      }
    }
    return isKnown ? try? payload.binding(in: known) : nil
  }
}
