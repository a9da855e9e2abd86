import APICallBase
import APICallSafety
import Synchronization

/// What one source has of the secrets of a call.
final class SourceSecrets: SecretProvider {
  private struct State {
    /// The secrets that were asked for; nil for one that the source does not have.
    var known: [String: StoredSecret?] = [:]
    /// The secrets that the call has stored, with their names in order.
    var new: [String] = []
  }

  private let source: any SecretSource
  private let state = Mutex(State())

  init(_ source: any SecretSource) { self.source = source }

  var name: String { source.name }
  var summary: String { "" }
  var isWritable: Bool { source.isWritable }

  func advice(toStore name: String, for origins: [String]) -> String {
    (source as? any KnownSecretSource)?.content.advice(toStore: name, for: origins)
      ?? "store it in the source '\(source.name)' for \(origins.joined(separator: ", "))"
  }

  func hint(toStore name: String, for origins: [String]) -> String {
    switch source {
    case let known as any KnownSecretSource: known.content.hint(toStore: name, for: origins)
    case is NoSecrets: "list a source that has it in ClientConfiguration.secrets"
    default: "add it to the source '\(source.name)'"
    }
  }

  func fetch(_ name: String) async throws(RequestError) -> Bool {
    let secret = try await source.secret(named: name)?.content
    state.withLock { $0.known[name] = .some(secret) }
    return secret != nil
  }

  var hasNew: Bool { state.withLock { !$0.new.isEmpty } }

  func flush() async throws(RequestError) {
    let new = state.withLock { state in
      defer { state.new = [] }
      return state.new.compactMap { name in state.known[name].flatMap(\.self).map { (name, $0) } }
    }
    for (name, secret) in new { try await source.store(Secret(secret), named: name) }
  }

  func secret(named name: String) throws(SecretProblem) -> StoredSecret? {
    if let known = state.withLock({ $0.known[name] }) { return known }
    // A source of the command line is asked where it is needed.
    if let source = source as? any KnownSecretSource {
      return try source.content.secret(named: name)
    }
    throw SecretProblem(
      "the secret '\(name)' is named only in a file that is read when it is sent",
      hint: "name it in the endpoint as well, under 'let'")
  }

  func set(_ secret: StoredSecret, named name: String) throws(SecretProblem) {
    state.withLock { state in
      state.known[name] = .some(secret)
      state.new.removeAll { $0 == name }
      state.new.append(name)
    }
  }

  func remove(_ name: String) throws(SecretProblem) -> Bool { throw Self.listed }

  func list() throws(SecretProblem) -> [SecretListing] { throw Self.listed }

  private static let listed = SecretProblem("a call neither lists nor removes secrets")
}

/// Stands for the sources of a client that has none.
struct NoSecrets: SecretSource {
  let name = "none"

  func secret(named name: String) -> Secret? { nil }
}
