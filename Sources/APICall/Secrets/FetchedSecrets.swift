import APICallBase
import APICallSpec
import Synchronization

/// The secrets of one call, fetched from the client's sources before it begins: sources may wait,
/// but the client's loop must not.
final class FetchedSecrets: Sendable {
  private let shelves: [SecretShelf]

  /// Fetches secrets.
  ///
  /// - Parameters:
  ///   - names: their names, and whether an output is stored under each.
  ///   - sources: the sources, in the order in which they are asked.
  /// - Throws: the ``RequestError`` of a source.
  init(
    _ names: [String: Bool], from sources: [any SecretSource]
  ) async throws(RequestError) {
    let shelves = (sources.isEmpty ? [NoSecrets()] : sources).map(SecretShelf.init)
    if !names.isEmpty {
      // Not on the client's loop.
      let failure = await withTaskExecutorPreference(globalConcurrentExecutor) {
        () async -> RequestError? in
        do throws(RequestError) {
          for (name, isStored) in names.sorted(by: { $0.key < $1.key }) {
            for shelf in shelves {
              // Where an output is stored, every source has to be known.
              if try await shelf.fetch(name), !isStored { break }
            }
          }
          return nil
        } catch {
          return error
        }
      }
      if let failure { throw failure }
    }
    self.shelves = shelves
  }

  /// The store of the call.
  var store: SecretStore { SecretStore(self.shelves) }

  /// Hands the secrets that the call has stored to their sources.
  func flush() async throws(RequestError) {
    let shelves = shelves.filter(\.hasNew)
    guard !shelves.isEmpty else { return }
    // A task of its own, so that a token is kept even if the call is cancelled now.
    let flushing = Task { () async -> RequestError? in
      do throws(RequestError) {
        for shelf in shelves { try await shelf.flush() }
        return nil
      } catch {
        return error
      }
    }
    if let failure = await flushing.value { throw failure }
  }
}

/// What one source has of the secrets of a call.
private final class SecretShelf: APICallBase.SecretSource {
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
    switch source {
    case let known as any KnownSecretSource: known.content.advice(toStore: name, for: origins)
    case is NoSecrets: "a source in ClientConfiguration.secrets"
    default: "adding it to the source '\(source.name)'"
    }
  }

  /// Asks the source for a secret.
  ///
  /// - Returns: whether it has it.
  func fetch(_ name: String) async throws(RequestError) -> Bool {
    let secret = try await source.secret(named: name)?.content
    state.withLock { $0.known[name] = .some(secret) }
    return secret != nil
  }

  /// Whether the call has stored secrets here.
  var hasNew: Bool { state.withLock { !$0.new.isEmpty } }

  /// Hands the secrets that the call has stored to the source.
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
private struct NoSecrets: SecretSource {
  let name = "none"

  func secret(named name: String) -> Secret? { nil }
}
