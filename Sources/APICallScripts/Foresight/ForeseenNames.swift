import APICallBase
import APICallLanguage
import APICallModel
import APICallRun
import APICallSafety
import APICallText
import YAMLTree

/// Knowledge about the names of a file before anything is sent: where their values may go, the
/// values that the user or the files have set, and the types of others.
struct ForeseenNames: ForeseenValues {
  var known: Scope
  /// Values of the right type for names whose own value is not known.
  private(set) var samples: [(name: String, sample: Sample)] = []
  /// Whether each row is a map of texts.
  var hasTextRows = false
  /// Samples of the results of calls: the lists of a loop, or what a response has in any case.
  private(set) var samplesOfRecords: [(name: String, members: [(name: String, value: Value)])] = []
  /// The secrecy of the other names.
  private var values: [(name: String, secrecy: Secrecy)] = []
  private var records: [(name: String, members: [String: Secrecy])] = []
  /// The names of the calling file, for templates written in it.
  private(set) var outer: (source: Source, names: [ForeseenNames])?
  private let store: SecretStore

  /// A value that stands for one that is not known yet.
  struct Sample {
    var value: Value
    /// Whether it equals the later value except for the results of functions; otherwise only its
    /// type is right.
    var hasParts: Bool
  }

  init(_ known: Scope, store: SecretStore) {
    self.known = known
    self.store = store
  }

  /// Makes templates written in another file use the names of that file.
  mutating func setOuter(_ names: ForeseenNames, of source: Source) { outer = (source, [names]) }

  mutating func set(_ name: String, _ secrecy: Secrecy, known binding: Scope.Binding? = nil) {
    values.removeAll { $0.name == name }
    known[name] = binding
    if binding == nil { values.append((name, secrecy)) }
  }

  mutating func set(_ name: String, of type: InputType) {
    samples.removeAll { $0.name == name }
    guard known[name] == nil, let value = type.sample else { return }
    samples.append((name, Sample(value: value, hasParts: false)))
  }

  mutating func set(_ name: String, like sample: Sample) {
    samples.removeAll { $0.name == name }
    if known[name] == nil { samples.append((name, sample)) }
  }

  mutating func take(_ input: InputDeclaration, from other: ForeseenNames) {
    let secrecy = other.values.first { $0.name == input.name }?.secrecy ?? .open
    set(input.name, secrecy, known: other.known[input.name])
    set(input.name, of: input.type)
  }

  mutating func set(
    record name: String, _ members: [String: Secrecy],
    like samples: [(name: String, value: Value)] = []
  ) {
    records.removeAll { $0.name == name }
    records.append((name, members))
    samplesOfRecords.removeAll { $0.name == name }
    if !samples.isEmpty { samplesOfRecords.append((name, samples)) }
  }

  func secrecy(of templates: [Template]) -> Secrecy {
    var secrecy = Secrecy.open
    for template in templates { secrecy.join(self.secrecy(of: template)) }
    return secrecy
  }

  func secrecy(of template: Template) -> Secrecy {
    var secrecy = Secrecy.open
    template.visitReferences { reference, span in
      secrecy.join(self.secrecy(of: reference, at: span))
    }
    return secrecy
  }

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
      let root = try? store.root(named: name)
    else { return .open }
    return Secrecy(isMasked: true, confinement: Confinement(root))
  }

  /// The writers of the values in templates, as far as they are known.
  func writers(of templates: [Template]) -> Provenance.Writers {
    var writers: Provenance.Writers = []
    for placeholder in templates.flatMap(\.placeholders) {
      placeholder.visitReferences { reference, span in
        writers.formUnion(self.writers(of: reference, at: span))
      }
    }
    return writers
  }

  func writers(of reference: Reference, at span: TemplateSpan) -> Provenance.Writers {
    if let outer, outer.source === span.container.source, let names = outer.names.first {
      return names.writers(of: reference, at: span)
    }
    return known[reference.name]?.provenance.writers ?? []
  }
}
