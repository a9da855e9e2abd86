import APICallBase
package import JSONText
package import YAMLTree

/// Another call whose outputs a file needs: `needs:`.
package struct Need: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  /// What is called for them.
  package var callee: Callee
  /// What is given to its inputs, in the order of the file.
  package var inputs: [WrittenValue] = []
  /// How long the outputs are good, so that a session keeps them; nil if each run makes the call.
  package var freshness: Freshness?

  /// How long outputs are good.
  package enum Freshness: Sendable {
    /// For so long.
    case lasting(Duration)
    /// For as many seconds as the response says, less so many.
    case told(JSONPath, minus: Duration)
  }

  /// The call as a step that leaves all of its outputs.
  package var step: Step {
    var step = Step(name: name, mark: mark, callee: callee)
    step.inputs = inputs
    return step
  }

  /// Values for a request that is only looked at: text that may be in a header field, in a token
  /// and in the name of a host.
  package var standIns: ScopeRecord {
    var record = ScopeRecord()
    for output in callee.outputs {
      record[output.name] = Scope.Binding(
        .text("dummy-\(name)-\(output.name)"),
        from: Provenance(.response, output.isSecret ? .masked : .open))
    }
    return record
  }

  /// What it leaves, by name.
  var record: NamesAround.Record {
    NamesAround.Record(
      name: name, members: callee.outputs.map(\.name),
      secrets: callee.outputs.filter(\.isSecret).map(\.name))
  }
}

extension Endpoint {
  /// The name, as written, of the first value of another call that a placeholder takes and that is
  /// secret.
  func firstSecret(in placeholder: Placeholder) -> String? {
    if let name = around.firstSecret(in: placeholder) { return name }
    guard !needs.isEmpty else { return nil }
    var names = NamesAround(source: placeholder.container.source)
    names.records = needs.map(\.record)
    return names.firstSecret(in: placeholder)
  }
}
