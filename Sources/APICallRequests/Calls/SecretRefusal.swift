package import APICallBase
import APICallLanguage
import APICallModel
package import APICallSafety
package import YAMLTree

/// Words the reasons why a request may not go to an origin.
package struct SecretRefusal {
  private let confinement: Confinement
  private let origin: Origin
  /// The origin as messages show it; the host may contain a secret.
  private let shown: String

  package init(_ confinement: Confinement, to origin: Origin) {
    self.confinement = confinement
    self.origin = origin
    let redactor = Redactor(confinement.roots.map(\.secret.value.revealedBytes))
    shown = redactor.masking(origin.description)
  }

  /// Returns an error for each secret, and another one if no origin could get all of them.
  func diagnostics(in endpoint: EndpointSpec, scope: Scope) -> [Message] {
    diagnostics { root in Self.place(of: root, in: endpoint, scope) }
  }

  package func diagnostics(at place: (SecretRoot) -> (name: String, mark: Mark)?) -> [Message] {
    var problems: [Message] = []
    var names: [String] = []
    // Secrets that are limited in every folder come first.
    let refusing = confinement.refusing(origin)
    let roots =
      refusing.filter { $0.distrust == nil } + refusing.filter { $0.distrust != nil }
    for root in roots where !names.contains(root.name) {
      names.append(root.name)
      problems.append(diagnostic(of: root, at: place(root)))
    }
    if let conflict { problems.append(conflict) }
    return problems
  }

  private func diagnostic(of root: SecretRoot, at place: (name: String, mark: Mark)?) -> Message {
    let origins = Self.list(root.origins.map(\.description))
    let isSecret = place.map { $0.name == "\(SecretName.prefix).\(root.name)" } ?? root.isDirect
    let subject =
      isSecret
      ? "the secret '\(root.name)' is"
      : "\(place.map { "'\($0.name)'" } ?? "a value") was made with the secret '\(root.name)', which is"
    var problem = Message(
      "\(subject) for \(origins), not for \(shown)", at: place?.mark, hint: hint(for: root))
    if let output = root.output {
      problem.notes.append(
        Message.Note(
          "it comes from this output of a call that sent '\(root.name)'", at: output.mark))
    }
    return problem
  }

  private func hint(for root: SecretRoot) -> String? {
    guard shown == origin.description else { return nil }
    if let distrust = root.distrust {
      return distrust.hint("lets the parts of responses that are not secret go to other origins")
    }
    let origins = root.secret.originTexts + [origin.description]
    let way =
      root.source.isWritable
      ? "'apicall secrets allow \(root.name) --origin \(origin)'"
      : root.source.advice(toStore: root.name, for: origins)
    guard let output = root.output else { return "to allow this origin: \(way)" }
    let isNamed = output.origins.contains { $0.withoutRootDot == origin.withoutRootDot }
    if isNamed, let command = output.distrust?.command {
      return "\(command) makes the 'origins' of that output take effect"
    }
    return
      "to allow this origin: in a trusted folder, write 'origins: [\(origin)]' in that "
      + "output; or for '\(root.name)' and everything made with it: \(way)"
  }

  /// The problem that no origin may get all of the secrets; nil if one may.
  private var conflict: Message? {
    var named: [SecretRoot] = []
    for root in confinement.roots where !named.contains(where: { $0.name == root.name }) {
      named.append(root)
    }
    guard named.count > 1 else { return nil }
    let candidates = confinement.roots.flatMap(\.origins)
    guard !candidates.contains(where: { confinement.allows($0) }) else { return nil }
    let secrets = named.map { "'\($0.name)' (\(Self.list($0.secret.originTexts)))" }
    let all = named.count == 2 ? "both" : "all of"
    return Message("no origin may receive \(all) \(Self.list(secrets))")
  }

  /// The name and the place of the first value in the request that is made of a secret.
  private static func place(
    of root: SecretRoot, in endpoint: EndpointSpec, _ scope: Scope
  ) -> (name: String, mark: Mark)? {
    endpoint.firstReference { reference, span in
      let binding = try? scope.binding(of: reference, at: span)
      return binding?.provenance.secrecy.confinement?.isMade(ofSecret: root.name) == true
    }
  }

  package static func list(_ texts: [String]) -> String {
    texts.indices.reduce(into: "") { text, index in
      let separator = index == 0 ? "" : index == texts.count - 1 ? " and " : ", "
      text += separator + texts[index]
    }
  }
}
