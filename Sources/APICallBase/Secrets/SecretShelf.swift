import Synchronization

/// The sources of secrets, in the order in which they are asked; what one of them says of a name is
/// asked for once in a run.
package final class SecretShelf: Sendable {
  private let makeFirst: @Sendable () -> [any SecretSource]
  private let makeOthers: @Sendable () throws(SecretProblem) -> [any SecretSource]
  private let others = Mutex<[any SecretSource]?>(nil)
  // A list: a call has a few secrets.
  private let answers = Mutex<[(name: String, answer: Answer)]>([])
  private let changes = Atomic(0)

  /// The origins that the user allows secrets for this run, beside those that they are stored for.
  private let allowed: [SecretAllowance]

  /// What came of a question.
  private enum Answer: Sendable {
    case found(SecretRoot)
    case missing
    case failed(SecretProblem)
  }

  /// Creates a shelf.
  ///
  /// - Parameters:
  ///   - first: what is asked first, in order; a call without secrets does not make them.
  ///   - allowed: the origins that the user allows secrets for this run, each with the secret's name.
  ///   - others: makes the sources that are asked where those have no such name, such as installed
  ///     plugins; it is called once, and not before.
  package init(
    _ first: @autoclosure @escaping @Sendable () -> [any SecretSource],
    allowing allowed: [SecretAllowance] = [],
    others: @escaping @Sendable () throws(SecretProblem) -> [any SecretSource] = {
      () throws(SecretProblem) in []
    }
  ) {
    makeFirst = first
    makeOthers = others
    self.allowed = allowed
  }

  /// All sources, in order; those of plugins are looked for.
  ///
  /// - Throws: a ``SecretProblem`` where they cannot be.
  package func sources() throws(SecretProblem) -> [any SecretSource] {
    try nearSources + otherSources()
  }

  /// The sources that are asked first, which are there without looking for any.
  package var nearSources: [any SecretSource] { makeFirst() }

  /// Finds a source.
  ///
  /// - Parameter name: its name.
  /// - Returns: the source.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name, or that of looking for it.
  package func source(named name: String) throws(Failure) -> any SecretSource {
    if let source = nearSources.first(where: { $0.name == name }) { return source }
    let all = try SecretProblem.asFailure { () throws(SecretProblem) in try sources() }
    if let source = all.first(where: { $0.name == name }) { return source }
    throw Failure(
      .usage, "unknown source of secrets '\(name)'",
      hint: Nearest.hint(for: name, among: all.map(\.name), noun: "sources"))
  }

  /// Finds a secret in the first source that has it.
  ///
  /// - Parameter name: a valid ``SecretName``.
  /// - Returns: the secret and its source, with the origins that it is stored for and that the user
  ///   allows; nil where no source has it. Asked again, it is the same.
  /// - Throws: the ``SecretProblem`` of a source that cannot say.
  package func root(named name: String) throws(SecretProblem) -> SecretRoot? {
    let known = answers.withLock { answers in answers.first { $0.name == name }?.answer }
    let answer = known ?? ask(for: name)
    if known == nil { answers.withLock { $0.append((name, answer)) } }
    switch answer {
    case .found(let root): return root
    case .missing: return nil
    case .failed(let problem): throw problem
    }
  }

  /// How often a secret was stored in this run: what is known of them is known anew then.
  package var changeCount: Int { changes.load(ordering: .relaxed) }

  /// The source that outputs are stored in: the keyring where its plugin is installed, else the first
  /// one that can be written to.
  ///
  /// - Returns: the source, and those that are asked before it.
  /// - Throws: a ``SecretProblem`` where there is none, or plugins cannot be looked for.
  package func keeper() throws(SecretProblem) -> (
    source: any SecretSource, before: [any SecretSource]
  ) {
    let all = try sources()
    let index =
      all.firstIndex { $0.name == Self.keyring && $0.isWritable }
      ?? all.firstIndex { $0.isWritable }
    guard let index else { throw SecretProblem("no source keeps secrets here") }
    return (all[index], Array(all[..<index]))
  }

  private static let keyring = "keyring"

  /// Keeps a secret in a source; who asks for it afterwards gets the new one.
  ///
  /// - Parameters:
  ///   - name: a valid ``SecretName``.
  ///   - source: one of the sources.
  ///   - change: makes what is to be kept of what there is.
  /// - Returns: what is kept.
  /// - Throws: a ``SecretProblem``, or what `change` throws; all is then as it was.
  package func store(
    _ name: String, in source: any SecretSource,
    _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret {
    let stored = try source.update(name, change)
    let answer = found(stored, named: name, in: source)
    answers.withLock { answers in
      answers.removeAll { $0.name == name }
      answers.append((name, answer))
    }
    changes.add(1, ordering: .relaxed)
    return stored
  }

  /// What somebody does to keep a secret, in words for a hint.
  ///
  /// - Parameters:
  ///   - name: a valid ``SecretName``.
  ///   - origins: what it is to be for; never empty.
  /// - Returns: what to do, by the first source that can be written to.
  package func advice(toStore name: String, for origins: [String]) -> String {
    let near = nearSources
    let source = near.first { $0.isWritable } ?? near.first
    return source?.advice(toStore: name, for: origins) ?? "no source keeps secrets here"
  }

  private func ask(for name: String) -> Answer {
    do throws(SecretProblem) {
      for source in nearSources {
        if let secret = try source.secret(named: name) {
          return found(secret, named: name, in: source)
        }
      }
      for source in try otherSources() {
        if let secret = try source.secret(named: name) {
          return found(secret, named: name, in: source)
        }
      }
      return .missing
    } catch {
      return .failed(error)
    }
  }

  private func found(
    _ secret: StoredSecret, named name: String, in source: any SecretSource
  ) -> Answer {
    .found(
      SecretRoot(
        name, secret, from: source,
        allowing: allowed.filter { $0.name == name }.map(\.origin)))
  }

  private func otherSources() throws(SecretProblem) -> [any SecretSource] {
    if let known = others.withLock({ $0 }) { return known }
    let made = try makeOthers()
    others.withLock { $0 = made }
    return made
  }
}

/// An origin that a stored secret may go to for one run: `--allow-origin NAME=ORIGIN`.
package struct SecretAllowance: Sendable, Hashable {
  /// The name of the secret.
  package let name: String
  /// The origin.
  package let origin: Origin

  /// Creates an allowance.
  package init(_ name: String, for origin: Origin) {
    self.name = name
    self.origin = origin
  }
}
