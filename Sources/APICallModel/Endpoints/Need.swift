package import APICallLanguage
import APICallSafety
import APICallText
package import JSONText
package import YAMLTree

/// `needs:`: another call whose outputs a file uses.
package struct Need: Sendable {
  package var name: String
  package var mark: Mark
  package var callee: Callee
  package var inputs: [WrittenValue] = []
  /// How long the outputs remain valid, which is how long a session keeps them; nil to make the
  /// call in each run.
  package var freshness: Freshness?
  /// The statuses with which a server refuses outputs that are no longer valid.
  package var renewal = Need.usualRenewal

  package init(name: String, mark: Mark, callee: Callee) {
    self.name = name
    self.mark = mark
    self.callee = callee
  }

  /// The status for credentials that are not valid (RFC 9110, section 15.5.2).
  package static var usualRenewal: StatusExpectation {
    var expectation = StatusExpectation()
    expectation.patterns = [.exactly(401)]
    return expectation
  }

  /// How long outputs remain valid.
  package enum Freshness: Sendable {
    case lasting(Duration)
    /// For the number of seconds in the response, less a duration.
    case fromResponse(JSONPath, minus: Duration)
  }

  package var step: Step {
    var step = Step(name: name, mark: mark, callee: callee)
    step.inputs = inputs
    return step
  }

  /// Values for a request that is only shown: text that is valid in a header field, in a token and
  /// in a host name.
  package var standIns: ScopeRecord {
    var record = ScopeRecord()
    for output in callee.outputs {
      record[output.name] = Scope.Binding(
        .text("dummy-\(name)-\(output.name)"),
        from: Provenance(.response, output.isSecret ? .masked : .open))
    }
    return record
  }

  package var record: ScriptNames.Record {
    ScriptNames.Record(
      name: name, members: callee.outputs.map(\.name),
      secrets: callee.outputs.filter(\.isSecret).map(\.name))
  }
}

extension EndpointSpec {
  /// The name, as written, of the first secret value of another call that a placeholder uses.
  package func firstSecret(in placeholder: Placeholder) -> String? {
    if let name = around.firstSecret(in: placeholder) { return name }
    guard !needs.isEmpty else { return nil }
    var names = ScriptNames(source: placeholder.container.source)
    names.records = needs.map(\.record)
    return names.firstSecret(in: placeholder)
  }
}
