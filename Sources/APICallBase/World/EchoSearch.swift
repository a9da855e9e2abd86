import JSONText

/// Finds stored secrets that a server has sent back in a part of its response, however it has
/// written them: as they are, in Base64, in hexadecimal, or with escapes.
package final class EchoSearch: Sendable {
  /// The most texts that are looked for; beyond them, any text counts as one that holds the secrets.
  private static let mostSearches = 256

  private let searches: [Search]
  /// The secrets that any text counts as one of; nil where those are told apart.
  private let ofAny: Confinement?

  private struct Search: Sendable {
    let confinement: Confinement
    let octets: [UInt8]
    let redactor: Redactor

    init(_ confinement: Confinement, _ octets: [UInt8], _ redactor: Redactor) {
      (self.confinement, self.octets, self.redactor) = (confinement, octets, redactor)
    }
  }

  private init(_ searches: [Search], ofAny: Confinement? = nil) {
    self.searches = searches
    self.ofAny = ofAny
  }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - confinement: the secrets that were sent to the server.
  ///   - texts: what of the request was made of them, such as a token.
  ///   - findsShort: whether those are found, too, that are so short that they stand in any text.
  package convenience init(
    for confinement: Confinement, made texts: [ProtectedText] = [], findsShort: Bool = true
  ) {
    var searches = confinement.roots.map { root in
      let octets = root.secret.value.revealedOctets
      return Search(
        Confinement(root), octets, findsShort ? Redactor(findingAll: [octets]) : Redactor([octets]))
    }
    for text in texts {
      for part in text.parts where part.secrecy.isMasked {
        guard let roots = part.secrecy.confinement else { continue }
        searches.append(Search(roots, part.octets, Redactor([part.octets])))
      }
    }
    self.init(searches)
  }

  /// A search for the secrets of two others.
  package static func joined(_ one: EchoSearch?, _ other: EchoSearch?) -> EchoSearch? {
    guard let one else { return other }
    guard let other, one !== other else { return one }
    let new = other.searches.filter { new in
      !one.searches.contains { $0.confinement == new.confinement && $0.octets == new.octets }
    }
    let ofAny = Confinement.joined(one.ofAny, other.ofAny)
    guard !new.isEmpty || ofAny !== one.ofAny else { return one }
    let searches = one.searches + new
    guard searches.count > mostSearches || ofAny != nil else { return EchoSearch(searches) }
    return EchoSearch([], ofAny: searches.reduce(ofAny) { .joined($0, $1.confinement) })
  }

  /// What the secrets that stand in a value make of it.
  package func secrecy(of value: Value) -> Secrecy {
    switch value {
    case .text(let text): secrecy(of: Array(text.utf8))
    case .json(let json): secrecy(of: Array(json.octets))
    case .octets(let octets): secrecy(of: octets)
    case .file: .open
    }
  }

  /// What the secrets that stand in a text make of it.
  package func secrecy(of text: [UInt8]) -> Secrecy {
    var secrecy = Secrecy(isMasked: false, confinement: ofAny?.inResponse())
    for search in searches
    where search.redactor.protecting(ProtectedText(octets: text)).holdsSecret {
      secrecy.join(Secrecy(isMasked: true, confinement: search.confinement.inResponse()))
    }
    return secrecy
  }
}
