import APICallBase
import APICallCurl

/// The secrets of one call, fetched from the client's sources before it begins: sources may wait,
/// but the client's loop must not.
final class FetchedSecrets: Sendable {
  private let fetched: [SourceSecrets]

  init(
    _ names: [String: Bool], from sources: [any SecretSource], on loop: CurlLoop
  ) async throws(RequestError) {
    let fetched = (sources.isEmpty ? [NoSecrets()] : sources).map(SourceSecrets.init)
    try await ProgramWork.perform(on: loop) { () throws(RequestError) in
      for (name, isStored) in names.sorted(by: { $0.key < $1.key }) {
        for source in fetched {
          // Where an output is stored, every source has to be known.
          if try await source.fetch(name), !isStored { break }
        }
      }
    }
    self.fetched = fetched
  }

  var store: SecretStore { SecretStore(self.fetched) }

  func flush() async throws(RequestError) {
    let fetched = fetched.filter(\.hasNew)
    guard !fetched.isEmpty else { return }
    // A task of its own, so that a token is kept even if the call is cancelled now.
    let flushing = Task {
      await Result.of { () throws(RequestError) in
        for source in fetched { try await source.flush() }
      }
    }
    try await flushing.value.get()
  }
}
