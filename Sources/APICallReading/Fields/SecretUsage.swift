import APICallLanguage
package import APICallModel
package import YAMLTree

/// A place where a file names a stored secret.
package struct SecretMention: Sendable {
  /// The name of the secret.
  package var name: String
  /// Whether an output is stored under the name there.
  package var isStored: Bool
  /// The place.
  package var mark: Mark
}

/// Receives the places where files name stored secrets.
///
/// A name in a file that is read only when it is sent is not known before.
private typealias MentionVisitor = (SecretMention) -> Void

extension Endpoint {
  /// Visits the secrets that a call may use or store, and those of the calls that it needs.
  fileprivate func visitMentions(_ visit: MentionVisitor) {
    visitTemplates { template, _ in template.visitMentions(visit) }
    for store in storedOutputs.compactMap(\.store) {
      visit(SecretMention(name: store.text, isStored: true, mark: store.mark))
    }
    for need in needs { need.callee.visitMentions(visit) }
  }

  /// The names of the secrets that a call may use or store, and those of the calls that it needs, and
  /// whether an output is stored under each.
  package var usedSecrets: [String: Bool] { Runnable.endpoint(self).secretMentions.names }
}

extension Script {
  /// The names of the secrets that its calls may use or store, and whether an output is stored under
  /// each.
  package var usedSecrets: [String: Bool] { Runnable.script(self).secretMentions.names }

  fileprivate func visitMentions(_ visit: MentionVisitor) {
    head.visitMentions(visit)
    for step in allSteps { step.visitMentions(visit) }
    for output in outputs {
      for template in output.value.templates { template.visitMentions(visit) }
    }
    if case .value(let value, _) = printing {
      for template in value.templates { template.visitMentions(visit) }
    }
  }
}

extension Runnable {
  /// The places where the file, and the files that it calls, name stored secrets.
  package var secretMentions: [SecretMention] {
    var mentions: [SecretMention] = []
    switch self {
    case .endpoint(let endpoint): endpoint.visitMentions { mentions.append($0) }
    case .script(let script): script.visitMentions { mentions.append($0) }
    }
    return mentions
  }
}

extension [SecretMention] {
  fileprivate var names: [String: Bool] {
    reduce(into: [:]) { $0[$1.name] = $0[$1.name] == true || $1.isStored }
  }
}

extension Step {
  fileprivate func visitMentions(_ visit: MentionVisitor) {
    for template in allTemplates { template.visitMentions(visit) }
    callee.visitMentions(visit)
    cleanup?.step.callee.visitMentions(visit)
  }
}

extension Callee {
  fileprivate func visitMentions(_ visit: MentionVisitor) {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): endpoint.visitMentions(visit)
    case .script(let script): script.visitMentions(visit)
    case .computed: break
    }
  }
}

extension Template {
  fileprivate func visitMentions(_ visit: MentionVisitor) {
    visitReferences { reference, span in
      guard reference.isSecret, let name = try? reference.secretName(at: span) else { return }
      visit(SecretMention(name: name, isStored: false, mark: span.mark))
    }
  }
}
