package import APICallLanguage
import YAMLTree

/// The parts of a response that later calls use; nothing else is kept in memory.
package struct ResponseDemand: Sendable, Hashable {
  /// The names of the outputs.
  package var outputs: [String] = []
  /// The parts of the response itself.
  package var parts: [ResponsePart] = []

  package init() {}

  /// Whether nothing is used.
  package var isEmpty: Bool { outputs.isEmpty && parts.isEmpty }

  /// Whether the body of an endpoint with these outputs has to be kept in memory.
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
  /// The values of a step that the rest of the script uses.
  ///
  /// Returns the values that any text of the script takes from it.
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
  /// Visits the names in the values that a file contains.
  func visitNames(of source: Source, _ visit: (Reference) -> Void) {
    for template in self where template.mark.source === source {
      template.visitReferences { reference, _ in visit(reference) }
    }
  }
}

extension Loop {
  /// The templates in the source of the loop.
  package var templates: [Template] {
    switch source {
    case .list(let list): list.templates
    case .range(let from, let to): from.templates + to.templates
    case .csv(let path, types: _), .ndjson(let path), .json(let path): [path]
    }
  }
}

extension PollRule {
  /// The templates in its matchers.
  package var templates: [Template] { until.templates + (fail?.templates ?? []) }
}
