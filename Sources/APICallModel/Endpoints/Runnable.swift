/// The content of a file: one call, or a sequence of calls.
package enum Runnable: Sendable {
  case endpoint(Endpoint)
  case script(Script)

  /// Its file, summary and inputs.
  package var head: Endpoint {
    switch self {
    case .endpoint(let endpoint): endpoint
    case .script(let script): script.head
    }
  }
}

extension Runnable {
  /// Visits the file, and every file and call that it leads to.
  package func visitFiles(_ visit: (Endpoint, _ isCall: Bool) -> Void) {
    switch self {
    case .endpoint(let endpoint): endpoint.visitFiles(visit)
    case .script(let script): script.visitFiles(visit)
    }
  }
}

extension Endpoint {
  fileprivate func visitFiles(_ visit: (Endpoint, _ isCall: Bool) -> Void) {
    visit(self, true)
    for need in needs { need.callee.visitFiles(visit) }
  }
}

extension Script {
  fileprivate func visitFiles(_ visit: (Endpoint, _ isCall: Bool) -> Void) {
    visit(head, false)
    for step in allSteps {
      step.callee.visitFiles(visit)
      step.cleanup?.step.callee.visitFiles(visit)
    }
  }
}

extension Callee {
  fileprivate func visitFiles(_ visit: (Endpoint, _ isCall: Bool) -> Void) {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): endpoint.visitFiles(visit)
    case .script(let script): script.visitFiles(visit)
    case .computed: break
    }
  }
}
