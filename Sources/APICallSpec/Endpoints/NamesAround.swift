package import YAMLTree

/// The names that placeholders may use besides the inputs and the lets of their own file: those of the
/// script around a call.
package struct NamesAround: Sendable {
  /// The file that may use them; nil if there are none.
  package var source: Source?
  /// Names of values: the script's inputs and lets, and what a loop gives.
  package var values: [String] = []
  /// Those of them that are secret.
  package var secrets: [String] = []
  /// The calls before this one.
  package var records: [Record] = []
  /// The calls that come later.
  package var later: [String] = []

  /// A call that was made before, and what it leaves.
  package struct Record: Sendable {
    package var name: String
    /// The names of its values.
    package var members: [String]
    /// Those of them that are secret.
    package var secrets: [String] = []
    /// Whether the call is made once per iteration, so that each value is a list.
    var isLooped = false

    /// That of a failed step, which calls have that are made where one failed.
    package static let error = Record(name: "error", members: ["step", "code", "message"])
  }

  package init(source: Source? = nil) { self.source = source }

  /// All of the names that may be used.
  var names: [String] { values + records.map(\.name) }

  /// Whether something that is written at a place may use the names.
  func isFor(_ mark: Mark) -> Bool { source === mark.source }

  /// Finds a call that was made before.
  func record(named name: String) -> Record? { records.first { $0.name == name } }

  /// Makes the names known that each iteration of a step has.
  ///
  /// - Parameter loop: what is gone through; nil if it cannot be read.
  mutating func enterRounds(of loop: Loop?) {
    values += Loop.names
    let isSecret = loop?.templates.contains { template in
      template.placeholders.contains { firstSecret(in: $0) != nil }
    }
    if isSecret == true { secrets.append(Loop.element) }
  }

  /// Makes the names of iterations unknown again.
  mutating func leaveRounds() {
    values.removeAll { Loop.names.contains($0) }
    secrets.removeAll { $0 == Loop.element }
  }

  /// The name, as written, of the first value that a placeholder takes and that is secret.
  func firstSecret(in placeholder: Placeholder) -> String? {
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

extension Endpoint {
  /// The names beside the endpoint's own that a text at a place may use: those of the script around it,
  /// and in a call that a script writes itself the project's texts may use the script's inputs and lets.
  func namesAround(_ mark: Mark) -> NamesAround {
    if around.isFor(mark) { return around }
    var names = NamesAround()
    if around.source === source, isOfProject(mark) {
      names.values = around.values.filter { !Loop.names.contains($0) }
    }
    return names
  }
}
