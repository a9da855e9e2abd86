package import APICallLanguage
import YAMLTree

/// The parts of a response that later calls use; nothing else is kept in memory.
package struct ResponseDemand: Sendable, Hashable {
  package var outputs: [String] = []
  package var parts: [ResponsePart] = []

  package init() {}

  package var isEmpty: Bool { outputs.isEmpty && parts.isEmpty }

  package func needsBody(of endpoint: EndpointSpec) -> Bool {
    if parts.contains(.body) || parts.contains(.value) { return true }
    return endpoint.outputs.contains { output in
      outputs.contains(output.name) && output.fieldName == nil
    }
  }

  /// Adds a value that is used; the outputs are those of the called file.
  mutating func add(_ name: String, among outputs: [String]) {
    if let part = ResponsePart(rawValue: name), !outputs.contains(name) {
      if !parts.contains(part) { parts.append(part) }
    } else if !self.outputs.contains(name) {
      self.outputs.append(name)
    }
  }
}

extension ScriptSpec {
  package func demand(for name: String) -> ResponseDemand {
    var demand = ResponseDemand()
    let outputs = allSteps.first { $0.name == name }?.callee.outputs.map(\.name) ?? []
    visitReferences { reference in
      guard reference.name == name, case .member(let member) = reference.steps.first else { return }
      demand.add(member, among: outputs)
    }
    return demand
  }
}

extension ResponseDemand {
  /// The demand with the values that `results` has of a row.
  package func withResults(of step: Step) -> ResponseDemand {
    var demand = self
    for name in step.namesOfResult { demand.add(name, among: step.callee.outputs.map(\.name)) }
    return demand
  }
}

extension Step {
  /// The values that `results` has of a row: the outputs of the called file, otherwise its rows or
  /// the body of its response.
  package var namesOfResult: [String] {
    guard let loop, loop.results != nil || loop.keepsResults else { return [] }
    let outputs = callee.outputs.map(\.name)
    let members = callee.members
    let parts = [ResponsePart.value, .body].map(\.rawValue)
    return outputs.isEmpty ? parts.first { members.contains($0) }.map { [$0] } ?? [] : outputs
  }
}

extension [Template] {
  func visitNames(of source: Source, _ visit: (Reference) -> Void) {
    for template in self where template.mark.source === source {
      template.visitReferences { reference, _ in visit(reference) }
    }
  }
}

extension Loop {
  package var templates: [Template] {
    switch source {
    case .list(let list): list.templates
    case .range(let from, let to): from.templates + to.templates
    case .csv(let path, types: _), .ndjson(let path), .json(let path): [path]
    case .rounds: []
    }
  }
}

extension PollRule {
  package var templates: [Template] {
    (until + fail).flatMap(\.templates) + (condition?.templates ?? [])
  }
}
