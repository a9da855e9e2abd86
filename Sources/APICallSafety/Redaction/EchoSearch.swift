package import APICallText
import JSONText

/// Finds stored secrets that a server has sent back in a part of its response, in any spelling: as
/// they are, in Base64, in hexadecimal, or with escapes.
package final class EchoSearch: Sendable {
  /// The maximum number of texts to search for; above it, every text counts as containing the
  /// secrets.
  private static let mostSearches = 256

  private let searches: [Search]
  /// The secrets that every text counts as containing; nil as long as they are searched for.
  private let ofAny: Confinement?

  private struct Search: Sendable {
    let confinement: Confinement
    let bytes: [UInt8]
    let redactor: Redactor

    init(_ confinement: Confinement, _ bytes: [UInt8], _ redactor: Redactor) {
      (self.confinement, self.bytes, self.redactor) = (confinement, bytes, redactor)
    }
  }

  private init(_ searches: [Search], ofAny: Confinement? = nil) {
    self.searches = searches
    self.ofAny = ofAny
  }

  /// Creates a search.
  package convenience init(
    for confinement: Confinement, made texts: [ProtectedText] = [], findsShort: Bool = true
  ) {
    var searches = confinement.roots.map { root in
      let bytes = root.secret.value.revealedBytes
      return Search(
        Confinement(root), bytes, findsShort ? Redactor(findingAll: [bytes]) : Redactor([bytes]))
    }
    for text in texts {
      for part in text.parts where part.secrecy.isMasked {
        guard let roots = part.secrecy.confinement else { continue }
        searches.append(Search(roots, part.bytes, Redactor([part.bytes])))
      }
    }
    self.init(searches)
  }

  /// Combines two searches.
  package static func joined(_ one: EchoSearch?, _ other: EchoSearch?) -> EchoSearch? {
    guard let one else { return other }
    guard let other, one !== other else { return one }
    let new = other.searches.filter { new in
      !one.searches.contains { $0.confinement == new.confinement && $0.bytes == new.bytes }
    }
    let ofAny = Confinement.joined(one.ofAny, other.ofAny)
    guard !new.isEmpty || ofAny !== one.ofAny else { return one }
    let searches = one.searches + new
    guard searches.count > mostSearches || ofAny != nil else { return EchoSearch(searches) }
    return EchoSearch([], ofAny: searches.reduce(ofAny) { .joined($0, $1.confinement) })
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
    var secrecy = Secrecy(isMasked: false, confinement: ofAny?.inResponse())
    for search in searches
    where search.redactor.protecting(ProtectedText(bytes: text)).holdsSecret {
      secrecy.join(Secrecy(isMasked: true, confinement: search.confinement.inResponse()))
    }
    return secrecy
  }
}
