import APICallBase
import APICallSafety
import APICallSystem

/// Removes secrets from sources.
struct SecretRemoval {
  let store: SecretStore

  /// Removes a secret from one source.
  ///
  /// Throws a ``Failure`` with exit status 64 if it does not exist, or that of the source.
  func remove(_ name: String, from sourceName: String?) throws(Failure) {
    try SecretName.check(name)
    if let sourceName {
      let source = try store.source(named: sourceName)
      guard try remove(name, from: source) else {
        throw Failure(
          .usage, "the source '\(source.name)' has no secret '\(name)'",
          hint: hint(for: name, in: [source]))
      }
      return
    }
    let near = store.nearSources
    for source in near where source.isWritable {
      if try remove(name, from: source) { return }
    }
    let all = try SecretProblem.asFailure { () throws(SecretProblem) in try store.sources() }
    for source in all.dropFirst(near.count) where source.isWritable {
      if try remove(name, from: source) { return }
    }
    // A source that cannot be written to reports how to remove its secrets.
    for source in all where !source.isWritable { _ = try remove(name, from: source) }
    throw Failure(.usage, "there is no secret '\(name)'", hint: hint(for: name, in: near))
  }

  /// Removes a secret from a source; false if it has no secret of that name.
  private func remove(_ name: String, from source: any SecretSource) throws(Failure) -> Bool {
    let wasThere = try SecretProblem.asFailure { () throws(SecretProblem) in
      try source.remove(name)
    }
    guard wasThere else { return false }
    try Printing.print("removed: \(name) from \(source.name)\n")
    // A secret of this name that is stored later is not the one that was granted.
    if try GrantFile.grants().entries.contains(where: { $0.secret == name }) {
      try GrantFile.update { $0.removeAll(of: name) }
    }
    return true
  }

  private func hint(for name: String, in sources: [any SecretSource]) -> String {
    let names = sources.flatMap { ((try? $0.list()) ?? []).map(\.name) }
    return Nearest.hint(for: name, among: names, noun: "secrets")
  }
}
