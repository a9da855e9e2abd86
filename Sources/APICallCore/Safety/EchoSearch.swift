import JSONText

/// Finds stored secrets that a server has sent back in a part of its response, however it has
/// written them: as they are, in Base64, in hexadecimal, or with escapes.
package final class EchoSearch: Sendable {
  private let searches: [Search]

  private struct Search: Sendable {
    let root: SecretRoot
    let redactor: Redactor
  }

  private init(_ searches: [Search]) { self.searches = searches }

  /// Creates a search.
  ///
  /// - Parameter confinement: the secrets that were sent to the server.
  package convenience init(for confinement: Confinement) {
    self.init(
      confinement.roots.map { root in
        Search(root: root, redactor: Redactor(findingAll: [root.secret.value.revealedOctets]))
      })
  }

  /// A search for the secrets of two others.
  static func joined(_ one: EchoSearch?, _ other: EchoSearch?) -> EchoSearch? {
    guard let one else { return other }
    guard let other, one !== other else { return one }
    let new = other.searches.filter { new in !one.searches.contains { $0.root == new.root } }
    return new.isEmpty ? one : EchoSearch(one.searches + new)
  }

  /// What the secrets that stand in a value make of it.
  func secrecy(of value: Value) -> Secrecy {
    switch value {
    case .text(let text): secrecy(of: Array(text.utf8))
    case .json(let json): secrecy(of: Array(json.octets))
    case .octets(let octets): secrecy(of: octets)
    case .file: .open
    }
  }

  /// What the secrets that stand in a text make of it.
  func secrecy(of text: [UInt8]) -> Secrecy {
    let found = searches.filter { search in
      search.redactor.protecting(ProtectedText(octets: text)).holdsSecret
    }
    return Secrecy(
      isMasked: false, confinement: .of(found.map { $0.root.inResponse() }))
  }
}
