package import APICallSafety
import Synchronization

/// The sources of secrets, in search order.
///
/// The result for each name is cached for the run.
package final class SecretStore: Sendable {
  private let makeFirst: @Sendable () -> [any SecretProvider]
  private let makeOthers: @Sendable () throws(SecretProblem) -> [any SecretProvider]
  private let others = Mutex<[any SecretProvider]?>(nil)
  // A list, because a call uses only a few secrets.
  private let lookups = Mutex<[(name: String, lookup: Lookup)]>([])
  private let changes = Atomic(0)

  /// The origins that the user allows for this run, in addition to the stored ones.
  private let allowed: [SecretAllowance]

  /// The result of a search.
  private enum Lookup: Sendable {
    case found(SecretRoot)
    case missing
    case failed(SecretProblem)
  }

  package init(
    _ first: @autoclosure @escaping @Sendable () -> [any SecretProvider],
    allowing allowed: [SecretAllowance] = [],
    others: @escaping @Sendable () throws(SecretProblem) -> [any SecretProvider] = {
      () throws(SecretProblem) in []
    }
  ) {
    makeFirst = first
    makeOthers = others
    self.allowed = allowed
  }

  /// Throws a ``SecretProblem`` if the plugins cannot be found.
  package func sources() throws(SecretProblem) -> [any SecretProvider] {
    try nearSources + otherSources()
  }

  /// The sources to search first, which need no plugins.
  package var nearSources: [any SecretProvider] { makeFirst() }

  /// Throws a ``Failure`` with exit status 64 for an unknown name, or the failure of finding
  /// plugins.
  package func source(named name: String) throws(Failure) -> any SecretProvider {
    if let source = nearSources.first(where: { $0.name == name }) { return source }
    let all = try SecretProblem.asFailure { () throws(SecretProblem) in try sources() }
    if let source = all.first(where: { $0.name == name }) { return source }
    throw Failure(
      .usage, "unknown secret source '\(name)'",
      hint: Nearest.hint(for: name, among: all.map(\.name), noun: "sources"))
  }

  /// Returns the secret and its source, with the origins that it is stored for and those that the
  /// user allows; nil if no source has it.
  ///
  /// Repeated calls return the same result. Throws the ``SecretProblem`` of a source that fails.
  package func root(named name: String) throws(SecretProblem) -> SecretRoot? {
    let known = lookups.withLock { lookups in lookups.first { $0.name == name }?.lookup }
    let lookup = known ?? search(for: name)
    if known == nil { lookups.withLock { $0.append((name, lookup)) } }
    switch lookup {
    case .found(let root): return root
    case .missing: return nil
    case .failed(let problem): throw problem
    }
  }

  /// The number of secrets stored in this run; what is cached about secrets is outdated when it
  /// changes.
  package var changeCount: Int { changes.load(ordering: .relaxed) }

  /// Returns the source that outputs are stored in: the keyring if its plugin is installed, else
  /// the first writable one.
  ///
  /// Returns the source, and the sources that are searched before it. Throws a ``SecretProblem`` if
  /// there is none, or if plugins cannot be searched for.
  package func sourceForOutputs() throws(SecretProblem) -> (
    source: any SecretProvider, before: [any SecretProvider]
  ) {
    let all = try sources()
    let index =
      all.firstIndex { $0.name == Self.keyring && $0.isWritable }
      ?? all.firstIndex { $0.isWritable }
    guard let index else { throw SecretProblem("no secret source here can be written to") }
    return (all[index], Array(all[..<index]))
  }

  private static let keyring = "keyring"

  /// Stores a secret in a source; later searches find the new one.
  ///
  /// Returns the stored secret. Throws a ``SecretProblem``, or what `change` throws; nothing has
  /// changed then.
  package func store(
    _ name: String, in source: any SecretProvider,
    _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret {
    let stored = try source.update(name, change)
    let lookup = found(stored, named: name, in: source)
    lookups.withLock { lookups in
      lookups.removeAll { $0.name == name }
      lookups.append((name, lookup))
    }
    changes.add(1, ordering: .relaxed)
    return stored
  }

  /// Returns the hint of the first source that is writable.
  package func hint(toStore name: String, for origins: [String]) -> String {
    let near = nearSources
    let source = near.first { $0.isWritable } ?? near.first
    return source?.hint(toStore: name, for: origins) ?? "there is no source to store secrets in"
  }

  private func search(for name: String) -> Lookup {
    do throws(SecretProblem) {
      for source in nearSources {
        if let secret = try source.secret(named: name) {
          return found(secret, named: name, in: source)
        }
      }
      for source in try otherSources() {
        if let secret = try Self.secret(named: name, of: source) {
          return found(secret, named: name, in: source)
        }
      }
      return .missing
    } catch {
      return .failed(error)
    }
  }

  /// Asks a source that was reached because none before it has the secret.
  private static func secret(
    named name: String, of source: any SecretProvider
  ) throws(SecretProblem) -> StoredSecret? {
    do throws(SecretProblem) {
      return try source.secret(named: name)
    } catch {
      var problem = error
      if problem.hint == nil {
        problem.hint =
          "no source before '\(source.name)' has a secret '\(name)': 'apicall secrets set \(name) "
          + "--origin ORIGIN --source file' stores one in a file"
      }
      throw problem
    }
  }

  private func found(
    _ secret: StoredSecret, named name: String, in source: any SecretProvider
  ) -> Lookup {
    .found(
      SecretRoot(
        name, secret, from: source,
        allowing: allowed.filter { $0.name == name }.map(\.origin)))
  }

  private func otherSources() throws(SecretProblem) -> [any SecretProvider] {
    if let known = others.withLock({ $0 }) { return known }
    let made = try makeOthers()
    others.withLock { $0 = made }
    return made
  }
}

/// An origin that a stored secret may go to in this run: `--allow-origin NAME=ORIGIN`.
package struct SecretAllowance: Sendable, Hashable {
  package let name: String
  package let origin: Origin

  package init(_ name: String, for origin: Origin) {
    self.name = name
    self.origin = origin
  }
}
