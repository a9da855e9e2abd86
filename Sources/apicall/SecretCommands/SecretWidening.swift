import APICallBase
import APICallSafety
import APICallSystem

/// Adds origins to stored secrets.
struct SecretWidening {
  let store: SecretStore

  /// Allows a secret to go to more origins.
  ///
  /// Throws a ``Failure`` with exit status 64 if there is no such secret, or its source cannot be
  /// written to.
  func allow(_ name: String, for texts: [String], in sourceName: String?) throws(Failure) {
    try SecretName.check(name)
    let origins = try SecretKeeping.origins(texts)
    let (secret, source) = try find(name, in: sourceName)
    guard source.isWritable else {
      let all = secret.originTexts + origins.map(\.description)
      throw Failure(
        .usage, "the source '\(source.name)' cannot be changed by apicall",
        hint: "set \(source.advice(toStore: name, for: all)), or use --allow-origin for one run")
    }
    let widened = try SecretProblem.asFailure { () throws(SecretProblem) in
      let widened = try StoredSecret(secret.value.revealed, for: secret.origins + origins)
      try source.set(widened, named: name)
      return widened
    }
    try Printing.print(
      "allowed: \(name) in \(source.name), for \(widened.originTexts.joined(separator: " "))\n")
  }

  private func find(
    _ name: String, in sourceName: String?
  ) throws(Failure) -> (StoredSecret, any SecretSource) {
    if let sourceName {
      let source = try store.source(named: sourceName)
      let secret = try SecretProblem.asFailure { () throws(SecretProblem) in
        try source.secret(named: name)
      }
      if let secret { return (secret, source) }
    } else {
      let found = try SecretProblem.asFailure { () throws(SecretProblem) in
        try store.root(named: name)
      }
      if let found { return (found.secret, try store.source(named: found.source.name)) }
    }
    let names = store.nearSources.flatMap { ((try? $0.list()) ?? []).map(\.name) }
    throw Failure(
      .usage, "there is no secret '\(name)'",
      hint: Nearest.hint(for: name, among: names, noun: "secrets"))
  }
}
