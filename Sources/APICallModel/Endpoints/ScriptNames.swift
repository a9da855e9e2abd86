package import APICallLanguage
package import YAMLTree

/// The names that placeholders may use besides the inputs and lets of their own file: the names of
/// the script that contains the call.
package struct ScriptNames: Sendable {
  package var source: Source?
  /// Names of values: the script's inputs and lets, and the names of a loop.
  package var values: [String] = []
  package var secrets: [String] = []
  /// The calls before this one.
  package var records: [Record] = []
  /// The calls after this one.
  package var later: [String] = []

  /// An earlier call and its values.
  package struct Record: Sendable {
    package var name: String
    package var members: [String]
    package var secrets: [String] = []
    /// Whether the call is made once per iteration, which makes each value a list.
    package var isLooped = false

    package init(name: String, members: [String], secrets: [String] = [], isLooped: Bool = false) {
      self.name = name
      self.members = members
      self.secrets = secrets
      self.isLooped = isLooped
    }

    /// The record of a failed step, for calls that are made after a failure.
    package static let error = Record(name: "error", members: ["step", "code", "message"])
  }

  package init(source: Source? = nil) { self.source = source }

  package var names: [String] { values + records.map(\.name) }

  /// Whether a text at a place may use the names.
  package func isFor(_ mark: Mark) -> Bool { source === mark.source }

  package func record(named name: String) -> Record? { records.first { $0.name == name } }

  package mutating func enterIterations(of loop: Loop?) {
    values += Loop.names
    let isSecret = loop?.templates.contains { template in
      template.placeholders.contains { firstSecret(in: $0) != nil }
    }
    if isSecret == true { secrets.append(Loop.element) }
  }

  package mutating func leaveIterations() {
    values.removeAll { Loop.names.contains($0) }
    secrets.removeAll { $0 == Loop.element }
  }

  /// The name, as written, of the first secret value that a placeholder uses.
  package func firstSecret(in placeholder: Placeholder) -> String? {
    guard isFor(placeholder.container) else { return nil }
    var found: String?
    placeholder.visitReferences { reference, _ in
      guard found == nil else { return }
      if secrets.contains(reference.name) { found = reference.name }
      if let record = record(named: reference.name), case .member(let name) = reference.steps.first,
        record.secrets.contains(name)
      {
        found = reference.text(upTo: 1)
      }
    }
    return found
  }
}

extension EndpointSpec {
  /// The names besides the endpoint's own that a text at a place may use.
  ///
  /// These are the names of the script that contains the call. In a call that is written in a
  /// script, the project's texts may use the script's inputs and lets.
  package func namesAround(_ mark: Mark) -> ScriptNames {
    if around.isFor(mark) { return around }
    var names = ScriptNames()
    if around.source === source, isOfProject(mark) {
      names.values = around.values.filter { !Loop.names.contains($0) }
    }
    return names
  }
}
