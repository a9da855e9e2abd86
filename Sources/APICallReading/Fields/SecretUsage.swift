import APICallLanguage
package import APICallModel
package import YAMLTree

/// A place where a file names a stored secret.
package struct SecretMention: Sendable {
  package var name: String
  /// Whether an output is stored under the name there.
  package var isStored: Bool
  package var mark: Mark
}

extension Runnable {
  /// The places where the file, and the files that it calls, name stored secrets.
  ///
  /// A name in a file that is read only when it is sent is not known before.
  package var secretMentions: [SecretMention] {
    switch self {
    case .endpoint(let endpoint):
      var mentions: [SecretMention] = []
      endpoint.visitTemplates { template, _ in mentions += template.secretMentions }
      for store in endpoint.storedOutputs.compactMap(\.store) {
        mentions.append(SecretMention(name: store.text, isStored: true, mark: store.mark))
      }
      return mentions + endpoint.needs.flatMap(\.callee.secretMentions)
    case .script(let script):
      return Runnable.endpoint(script.head).secretMentions
        + script.allSteps.flatMap { step in
          step.allTemplates.flatMap(\.secretMentions) + step.callee.secretMentions
            + (step.cleanup?.step.callee.secretMentions ?? [])
        } + script.resultTemplates.flatMap(\.secretMentions)
    }
  }

  /// The names of the secrets that it and the files that it calls may use or store, and whether an
  /// output is stored under each.
  package var usedSecrets: [String: Bool] {
    secretMentions.reduce(into: [:]) { $0[$1.name] = $0[$1.name] == true || $1.isStored }
  }
}

extension Callee {
  fileprivate var secretMentions: [SecretMention] { called?.secretMentions ?? [] }
}

extension Template {
  fileprivate var secretMentions: [SecretMention] {
    var mentions: [SecretMention] = []
    visitReferences { reference, span in
      guard reference.isSecret, let name = try? reference.secretName(at: span) else { return }
      mentions.append(SecretMention(name: name, isStored: false, mark: span.mark))
    }
    return mentions
  }
}
