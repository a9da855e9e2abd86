package import APICallBase
import APICallHTTP
package import APICallSafety
import Synchronization

/// A secret store that counts its lookups.
package struct FixedSecrets: SecretProvider {
  /// The names that were looked up.
  package final class Questions: Sendable {
    private let all = Mutex<[String]>([])

    /// The names, in order.
    package var names: [String] { all.withLock { $0 } }

    package init() {}

    package func note(_ name: String) { all.withLock { $0.append(name) } }
  }

  package var name = "fixed"
  package let summary = "Secrets of a test."
  package let isWritable = true
  package let questions = Questions()
  private var secrets: [(name: String, secret: StoredSecret)] = []
  /// The names of locked secrets.
  private var locked: [String] = []

  package init(
    _ name: String = "fixed", _ secrets: [(name: String, value: String, origins: [String])] = [],
    locked: [String] = []
  ) {
    self.name = name
    self.locked = locked
    for (name, value, origins) in secrets { add([name, value] + origins) }
  }

  /// Adds a secret: its name, its value and its origins; a name alone is locked.
  package mutating func add(_ words: [String]) {
    guard words.count > 2 else { return locked += words }
    guard let secret = try? StoredSecret(words[1], for: words[2...].map(Self.origin)) else {
      return
    }
    secrets.append((words[0], secret))
  }

  private static func origin(_ text: String) -> Origin {
    (try? Origin(ofSecret: text)) ?? Origin(scheme: .https, host: "none.example")
  }

  package func secret(named name: String) throws(SecretProblem) -> StoredSecret? {
    questions.note(name)
    guard !locked.contains(name) else {
      throw SecretProblem("the store is locked", hint: "unlock it")
    }
    return secrets.first { $0.name == name }?.secret
  }

  package func set(_ secret: StoredSecret, named name: String) throws(SecretProblem) {}

  package func remove(_ name: String) throws(SecretProblem) -> Bool { false }

  package func list() throws(SecretProblem) -> [SecretListing] {
    secrets.map { SecretListing($0.name, for: $0.secret.originTexts) }
  }
}
