import APICallBase

extension Endpoint {
  /// Whether a call may need a stored secret: most do not, and go without all that secrets take.
  package var usesSecrets: Bool {
    // What a file holds is known when it is read.
    if body?.fileNames.contains(SecretName.prefix) == true { return true }
    var found = false
    visitSecrets { _ in found = true }
    return found
  }

  /// The names of the stored secrets that stand in the file, and in what it is made of, each once.
  package var storedSecretNames: [String] {
    var names: [String] = []
    visitSecrets { if !names.contains($0) { names.append($0) } }
    return names
  }

  /// Visits the names of stored secrets, in all that has placeholders.
  private func visitSecrets(_ visit: (String) -> Void) {
    // What is given to a call that is needed is looked up for that call.
    visitTemplates { template, place in
      if place != .needs { template.visitSecrets(visit) }
    }
  }
}

extension Template {
  fileprivate func visitSecrets(_ visit: (String) -> Void) {
    visitReferences { reference, span in
      guard reference.isSecret, let name = try? reference.secretName(at: span) else { return }
      visit(name)
    }
  }
}
