package import APICallBase
package import APICallSafety
import Synchronization

/// The stored secrets of one call: the source for its placeholders, and the secrets that it uses.
package final class CallSecrets: Sendable {
  // A chain of objects: an array of structs takes Swift's runtime longer than everything else here,
  // even for calls without secrets.
  /// A secret that the call uses.
  private final class Use: Sendable {
    let name: String
    let value: ProtectedText
    /// The secret and its source; nil for a dummy.
    let root: SecretRoot?
    let previous: Use?
    /// How often secrets had been stored before this one was read.
    let change: Int

    init(
      _ name: String, _ value: ProtectedText, _ root: SecretRoot?, at change: Int,
      after previous: Use?
    ) {
      self.name = name
      self.value = value
      self.root = root
      self.previous = previous
      self.change = change
    }
  }

  private let store: SecretStore?
  /// The secrets that the run may use; nil for all.
  private let lock: RunLock?
  private let origin: @Sendable () -> Origin?
  private let last = Mutex<Use?>(nil)

  package init(
    from store: SecretStore?, under lock: RunLock? = nil,
    to origin: @escaping @Sendable () -> Origin? = { nil }
  ) {
    self.store = store
    self.lock = lock
    self.origin = origin
  }

  /// The dummy for a secret: always the same, so that a mock server recognises it.
  static func dummy(for name: String) -> String { "dummy-\(name)" }

  package var values: [(name: String, value: ProtectedText)] {
    var values: [(name: String, value: ProtectedText)] = []
    var use = lastUse
    while let current = use {
      values.append((current.name, current.value))
      use = current.previous
    }
    values.reverse()
    return values
  }

  var isEmpty: Bool { lastUse == nil }

  private var lastUse: Use? { last.withLock { $0 } }

  /// Why a secret is not available.
  enum Lack: Error {
    /// No source has it; the hint says what stores it.
    case notStored(hint: String)
    case failed(SecretProblem)
  }

  /// Finds the value of a secret, and notes its use.
  ///
  /// Returns the value and its permitted uses; a dummy has no limits.
  func value(of name: String) throws(Lack) -> (ProtectedText, SecretRoot?) {
    let change = store?.changeCount ?? 0
    var known = lastUse
    while let use = known {
      // A secret that was stored since may have another value.
      if use.name == name, use.change == change { return (use.value, use.root) }
      known = use.previous
    }
    let root = try root(of: name)
    let value = root?.secret.value ?? ProtectedText(Self.dummy(for: name), isSecret: true)
    last.withLock { $0 = Use(name, value, root, at: change, after: $0) }
    return (value, root)
  }

  /// Finds a secret; nil if a dummy replaces it.
  private func root(of name: String) throws(Lack) -> SecretRoot? {
    guard let store else { return nil }
    if let lock, !lock.names.contains(name) {
      throw .failed(
        SecretProblem(
          "no file of this run names the secret '\(name)'",
          hint: "write <secret.\(name)> in the file itself, not only in the text of a body"))
    }
    let root = try rethrowing(store.root(named: name)) { Lack.failed($0) }
    if let root {
      guard lock?.holds(name) != false else {
        throw .failed(
          SecretProblem(
            "it was stored after this run had started, so it is not granted",
            hint: "run the files again"))
      }
      return root
    }
    let origin = origin().map(\.description) ?? "ORIGIN"
    throw .notStored(hint: store.hint(toStore: name, for: [origin]))
  }
}

extension CallSecrets: CustomStringConvertible, CustomReflectable {
  /// The number of secrets that the call uses, without their values.
  package var description: String { "\(values.count) stored secrets" }
  /// A mirror without the secrets, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["count": values.count]) }
}
