package import APICallBase

extension Request {
  /// What is true of all that is sent with it.
  package var secrecy: Secrecy {
    var secrecy = secrecyOutsideOfTexts
    visitTexts { secrecy.join($0.secrecy) }
    return secrecy
  }

  /// Whether it holds a secret that is not a stored one, nor made of one.
  package var holdsUnconfinedSecret: Bool { secrecy.holdsUnconfined }

  /// All texts that it is made of.
  package var texts: [ProtectedText] {
    var texts: [ProtectedText] = []
    visitTexts { texts.append($0) }
    return texts
  }

  /// What is true of the rest, the files of its body among it.
  private var secrecyOutsideOfTexts: Secrecy {
    var secrecy = untrackedSecrecy
    for case .file(let file) in body?.allPieces ?? [] { secrecy.join(file.secrecy) }
    return secrecy
  }

  /// Visits all texts that it is made of.
  private func visitTexts(_ visit: (ProtectedText) -> Void) {
    visit(url.path)
    if let query = url.query { visit(query) }
    for field in headers { visit(field.value) }
    for case .octets(let octets) in body?.allPieces ?? [] { visit(octets) }
  }
}

extension EchoSearch {
  /// What the secrets that stand in a request make of it.
  package func secrecy(of request: Request) -> Secrecy {
    Secrecy.joined(request.texts.map { secrecy(of: $0.revealedOctets) })
  }
}
