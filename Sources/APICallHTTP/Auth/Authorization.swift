package import APICallBase
import Synchronization
package import YAMLTree

/// How the requests of one call are authorised.
package struct Authorization: Sendable {
  /// The name of its type.
  package let type: String
  /// The place of that name in the file.
  package let mark: Mark
  /// What goes with each request to the call's own origin.
  package let credential: AuthCredential?
  /// What answers the challenges of that origin.
  package let responder: (any ChallengeResponder)?
  /// What makes credentials out of each request to that origin.
  package let signer: (any RequestSigner)?
  /// The secrets that went into it when the call was made.
  private let given: [[UInt8]]
  /// Those of the credentials that are made for its requests.
  package let made = MadeSecrets()
  /// What is true of all that it is made of.
  package let secrecy: Secrecy

  package init(_ auth: any Authorizing, of type: String, at mark: Mark, values: OptionValues) {
    self.type = type
    self.mark = mark
    credential = auth.credential
    responder = auth.responder
    signer = auth.signer
    let texts = values.texts + auth.secrets + [credential?.value].compactMap { $0 }
    secrecy = Secrecy.joined(texts.map(\.secrecy))
    given = (values.secrets + auth.secrets + [credential?.value].compactMap { $0 })
      .flatMap { $0.stretches.filter(\.isSecret).map(\.octets) }
  }

  /// The secrets that have gone into it.
  package var secrets: [[UInt8]] { given + made.all }

  /// Whether a request carries credentials: one to another origin does not.
  package func isIn(_ request: Request) -> Bool {
    if signer != nil { return !request.hasLeftOrigin }
    return switch credential?.place {
    case .query(let name):
      FormEncoding.split(request.url.query?.revealedOctets ?? []).contains {
        $0.first == PercentEncoding.encode(Array(name.utf8), for: .value)
      }
    case .header(let name): request.headers.contains { $0.isNamed(name) }
    case .cookie: request.headers.contains { $0.isNamed("Cookie") }
    case nil: request.headers.contains { $0.isNamed("Authorization") }
    }
  }

  /// Whether a header field of the request is the credential.
  package func fills(_ field: HeaderField) -> Bool {
    switch credential?.place {
    case .header(let name): field.isNamed(name)
    case .cookie: field.isNamed("Cookie")
    case .query, nil: false
    }
  }
}

/// The secrets of credentials that are made while a call is under way: whoever masks its texts later
/// knows them.
package final class MadeSecrets: Sendable {
  /// The most of them: of a call with many requests the last ones matter.
  private static let most = 256

  private let texts = Mutex<[[UInt8]]>([])

  /// All of them, each once.
  package var all: [[UInt8]] { texts.withLock { $0 } }

  /// Adds what is secret in a text.
  package func add(_ text: ProtectedText) {
    let secrets = text.stretches.filter(\.isSecret).map(\.octets)
    texts.withLock { texts in
      for secret in secrets where !texts.contains(secret) { texts.append(secret) }
      if texts.count > Self.most { texts.removeFirst(texts.count - Self.most) }
    }
  }
}

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
