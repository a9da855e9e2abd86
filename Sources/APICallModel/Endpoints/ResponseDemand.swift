package import APICallLanguage
import YAMLTree

/// The parts of a response that later calls use; nothing else is kept in memory.
package struct ResponseDemand: Sendable, Hashable {
  package var outputs: [String] = []
  package var parts: [ResponsePart] = []

  package init() {}

  package var isEmpty: Bool { outputs.isEmpty && parts.isEmpty }

  package func needsBody(of endpoint: Endpoint) -> Bool {
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

extension Script {
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
    }
  }
}

extension PollRule {
  package var templates: [Template] { until.templates + (fail?.templates ?? []) }
}
