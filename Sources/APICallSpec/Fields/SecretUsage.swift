import APICallBase

/// Receives the name of a stored secret, and whether an output is stored under it.
private typealias SecretVisitor = (_ name: String, _ isStored: Bool) -> Void

/// The names of the stored secrets that files use, as far as they are written in them.
///
/// A name in a file that is read only when it is sent is not known before.
extension Endpoint {
  /// Visits the names of the secrets that a call may use or store, and those of the calls that it
  /// needs; a name may be visited more than once.
  ///
  /// - Parameter visit: receives each name, and whether an output is stored under it.
  fileprivate func visitSecretNames(_ visit: SecretVisitor) {
    visitTemplates { template, _ in template.visitSecretNames(visit) }
    for name in storedOutputs.compactMap({ $0.store?.text }) { visit(name, true) }
    for need in needs { need.callee.visitSecretNames(visit) }
  }
}

extension Endpoint {
  /// The names of the secrets that a call may use or store, and those of the calls that it needs, and
  /// whether an output is stored under each.
  package var usedSecrets: [String: Bool] {
    var names: [String: Bool] = [:]
    visitSecretNames { names[$0, default: false] = names[$0] == true || $1 }
    return names
  }
}

extension Script {
  /// The names of the secrets that its calls may use or store, and whether an output is stored under
  /// each.
  package var usedSecrets: [String: Bool] {
    var names: [String: Bool] = [:]
    visitSecretNames { names[$0, default: false] = names[$0] == true || $1 }
    return names
  }

  /// Visits the names of the secrets that its calls may use or store; a name may be visited more
  /// than once.
  ///
  /// - Parameter visit: receives each name, and whether an output is stored under it.
  fileprivate func visitSecretNames(_ visit: SecretVisitor) {
    head.visitSecretNames(visit)
    for step in allSteps { step.visitSecretNames(visit) }
    for output in outputs {
      for template in output.value.templates { template.visitSecretNames(visit) }
    }
    if case .value(let value, _) = printing {
      for template in value.templates { template.visitSecretNames(visit) }
    }
  }
}

extension Step {
  fileprivate func visitSecretNames(_ visit: SecretVisitor) {
    for template in allTemplates { template.visitSecretNames(visit) }
    callee.visitSecretNames(visit)
    cleanup?.step.callee.visitSecretNames(visit)
  }
}

extension Callee {
  fileprivate func visitSecretNames(_ visit: SecretVisitor) {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): endpoint.visitSecretNames(visit)
    case .script(let script): script.visitSecretNames(visit)
    case .computed: break
    }
  }
}

extension Template {
  fileprivate func visitSecretNames(_ visit: SecretVisitor) {
    visitReferences { reference, span in
      if reference.isSecret, let name = try? reference.secretName(at: span) { visit(name, false) }
    }
  }
}
