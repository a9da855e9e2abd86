package import APICallBase

/// Where a credential stands in a request.
package enum AuthPlace: Sendable, Hashable {
  /// A header field of this name.
  case header(String)
  /// An item of the query of this name.
  case query(String)
  /// A cookie of this name, beside those that the request has (RFC 6265, section 4.2).
  case cookie(String)
}

/// What authorises a request: a value and its place.
package struct AuthCredential: Sendable, Hashable {
  /// Where it stands.
  package var place: AuthPlace
  /// The value as it is before it is encoded for its place; secret where it may not be shown.
  package var value: ProtectedText

  /// Creates a credential.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - place: where it stands.
  package init(_ value: ProtectedText, at place: AuthPlace) {
    self.place = place
    self.value = value
  }

  /// Puts the credential into a request.
  ///
  /// - Parameter request: a request to the origin that it is for.
  package func add(to request: inout Request) {
    switch place {
    case .header(let name): request.headers.append(HeaderField(name, value))
    case .query(let name):
      var query = request.url.query ?? ProtectedText()
      if !query.isEmpty { query.append("&") }
      query.append(FormEncoding.join([(name, value)], for: .value))
      request.url.query = query
    case .cookie(let name):
      var pair = ProtectedText("\(name)=")
      pair.append(value)
      // A request has one such field (RFC 6265, section 5.4).
      guard let index = request.headers.firstIndex(where: { $0.isNamed("Cookie") }) else {
        return request.headers.append(HeaderField("Cookie", pair))
      }
      if !request.headers[index].value.isEmpty { request.headers[index].value.append("; ") }
      request.headers[index].value.append(pair)
    }
  }
}
