package import APICallBase
import Synchronization

/// The stored secrets of one call: where its placeholders get them, and which of them it uses.
package final class CallSecrets: Sendable {
  // A chain of objects: an array of structs costs Swift's runtime more than all else here, for calls
  // that use none, too.
  /// A secret that was put into the call.
  private final class Use: Sendable {
    let name: String
    let value: ProtectedText
    /// The secret and its source; nil for a dummy.
    let root: SecretRoot?
    /// The one that was put in before.
    let previous: Use?
    /// How often secrets had been stored when it was.
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

  private let shelf: SecretShelf?
  private let origin: @Sendable () -> Origin?
  private let last = Mutex<Use?>(nil)

  /// Creates the secrets of a call.
  ///
  /// - Parameters:
  ///   - shelf: what is asked; nil if a dummy stands in for each secret, since nothing leaves this
  ///     machine.
  ///   - origin: finds where the call goes, for the hint where a secret is missing.
  package init(from shelf: SecretShelf?, to origin: @escaping @Sendable () -> Origin? = { nil }) {
    self.shelf = shelf
    self.origin = origin
  }

  /// What stands in for a secret: the same each time, so that a mock server knows it.
  static func dummy(for name: String) -> String { "dummy-\(name)" }

  /// The secrets that were put in so far, each with its name.
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

  /// Whether no secret was put in so far.
  var isEmpty: Bool { lastUse == nil }

  private var lastUse: Use? { last.withLock { $0 } }

  /// Why a secret cannot be had.
  enum Lack: Error {
    /// No source has it; what somebody does to store it.
    case notStored(advice: String)
    /// A source cannot say whether it has it.
    case failed(SecretProblem)
  }

  /// Finds the value of a secret, and notes that it is used.
  ///
  /// - Parameter name: a valid ``SecretName``.
  /// - Returns: the value, and what it may be used for; nothing limits a dummy.
  /// - Throws: where there is no such secret, or its source cannot say.
  func value(of name: String) throws(Lack) -> (ProtectedText, SecretRoot?) {
    let change = shelf?.changeCount ?? 0
    var known = lastUse
    while let use = known {
      // What was stored since may be another one.
      if use.name == name, use.change == change { return (use.value, use.root) }
      known = use.previous
    }
    let root = try root(of: name)
    let value = root?.secret.value ?? ProtectedText(Self.dummy(for: name), isSecret: true)
    last.withLock { $0 = Use(name, value, root, at: change, after: $0) }
    return (value, root)
  }

  /// Finds a secret; nil if a dummy stands in for it.
  private func root(of name: String) throws(Lack) -> SecretRoot? {
    guard let shelf else { return nil }
    let root: SecretRoot?
    do throws(SecretProblem) {
      root = try shelf.root(named: name)
    } catch {
      throw .failed(error)
    }
    if let root { return root }
    let origin = origin().map(\.description) ?? "ORIGIN"
    throw .notStored(advice: shelf.advice(toStore: name, for: [origin]))
  }
}

extension CallSecrets: CustomStringConvertible, CustomReflectable {
  /// How many secrets the call uses, and none of them.
  package var description: String { "\(values.count) stored secrets" }
  /// A mirror without the secrets, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["count": values.count]) }
}
