package import YAMLTree

/// The content of a file: one call, or a sequence of calls.
package enum Runnable: Sendable {
  case endpoint(EndpointSpec)
  case script(ScriptSpec)

  package var head: EndpointSpec {
    switch self {
    case .endpoint(let endpoint): endpoint
    case .script(let script): script.head
    }
  }

  /// The endpoint, or those that the script and the scripts that it calls call, in the order of the
  /// files.
  package var endpoints: [EndpointSpec] {
    switch self {
    case .endpoint(let endpoint): [endpoint]
    case .script(let script): script.endpoints
    }
  }

  package func visitFiles(_ visit: (EndpointSpec, _ isCall: Bool) -> Void) {
    switch self {
    case .endpoint(let endpoint):
      visit(endpoint, true)
      for need in endpoint.needs { need.callee.called?.visitFiles(visit) }
    case .script(let script):
      visit(script.head, false)
      for step in script.allSteps {
        step.callee.called?.visitFiles(visit)
        step.cleanup?.step.callee.called?.visitFiles(visit)
      }
    }
  }
}

extension EndpointSpec {
  /// The files that its fields are written in: its own, and those of its base and its project.
  package var sources: [Source] {
    var found = [source]
    for field in fields where !found.contains(where: { $0 === field.value.mark.source }) {
      found.append(field.value.mark.source)
    }
    return found
  }
}
