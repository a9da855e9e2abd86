package import APICallText
import JSONText
import Synchronization

/// Finds stored secrets that a server has sent back in a part of its response, in any spelling: as
/// they are, in Base64, in hexadecimal, or with escapes.
package final class EchoSearch: Sendable {
  /// The maximum number of texts to search for; above it, every text counts as containing the
  /// secrets.
  private static let mostSearches = 256

  private let state: Mutex<State>

  private struct State: Sendable {
    var searches: [Search] = []
    /// The secrets that every text counts as containing; nil as long as they are searched for.
    var ofAny: Confinement?

    mutating func add(_ more: [Search]) {
      searches += more.filter { new in
        !searches.contains { $0.confinement == new.confinement && $0.bytes == new.bytes }
      }
      guard searches.count > mostSearches || ofAny != nil else { return }
      ofAny = searches.reduce(ofAny) { .joined($0, $1.confinement) }
      searches = []
    }
  }

  private struct Search: Sendable {
    let confinement: Confinement
    let bytes: [UInt8]
    let redactor: Redactor

    init(_ confinement: Confinement, _ bytes: [UInt8], _ redactor: Redactor) {
      (self.confinement, self.bytes, self.redactor) = (confinement, bytes, redactor)
    }
  }

  private init(_ state: State) { self.state = Mutex(state) }

  /// Creates a search.
  package convenience init(
    for confinement: Confinement, made texts: [ProtectedText] = [], findsShort: Bool = true
  ) {
    let searches = confinement.roots.map { root in
      let bytes = root.secret.value.revealedBytes
      return Search(
        Confinement(root), bytes, findsShort ? Redactor(findingAll: [bytes]) : Redactor([bytes]))
    }
    self.init(State(searches: searches))
    add(texts)
  }

  /// Searches for what was made of stored secrets as well, such as a token that was issued for one.
  package func add(_ texts: [ProtectedText]) {
    for part in texts.flatMap(\.parts) where part.secrecy.isMasked {
      guard let roots = part.secrecy.confinement else { continue }
      state.withLock { state in
        guard !state.searches.contains(where: { $0.bytes == part.bytes }) else { return }
        state.add([Search(roots, part.bytes, Redactor([part.bytes]))])
      }
    }
  }

  /// Combines two searches.
  package static func joined(_ one: EchoSearch?, _ other: EchoSearch?) -> EchoSearch? {
    guard let one else { return other }
    guard let other, one !== other else { return one }
    let known = one.state.withLock(\.self)
    var state = known
    let more = other.state.withLock(\.self)
    state.ofAny = .joined(state.ofAny, more.ofAny)
    state.add(more.searches)
    let isNew = state.searches.count != known.searches.count || state.ofAny !== known.ofAny
    return isNew ? EchoSearch(state) : one
  }

  /// Returns the secrecy of a value from the secrets that it contains.
  package func secrecy(of value: Value) -> Secrecy {
    switch value {
    case .text(let text): secrecy(of: Array(text.utf8))
    case .json(let json): secrecy(of: Array(json.bytes))
    case .bytes(let bytes): secrecy(of: bytes)
    case .file: .open
    }
  }

  /// Returns the secrecy of a text from the secrets that it contains.
  package func secrecy(of text: [UInt8]) -> Secrecy {
    let state = state.withLock(\.self)
    var secrecy = Secrecy(isMasked: false, confinement: state.ofAny?.inResponse())
    for search in state.searches
    where search.redactor.protecting(ProtectedText(bytes: text)).holdsSecret {
      secrecy.join(Secrecy(isMasked: true, confinement: search.confinement.inResponse()))
    }
    return secrecy
  }
}
