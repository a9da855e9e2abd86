package import APICallHTTP
package import APICallSafety
import Synchronization
package import YAMLTree

/// The authorisation of the requests of a call.
package struct Authorization: Sendable {
  package let type: String
  package let mark: Mark
  /// The credential for each request to the call's own origin.
  package let credential: AuthCredential?
  package let responder: (any ChallengeResponder)?
  package let signer: (any RequestSigner)?
  /// The secrets that were given when the call was created.
  private let given: [[UInt8]]
  package let made = MadeSecrets()
  /// The combined secrecy of everything that it is made from.
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
      .flatMap { $0.stretches.filter(\.isSecret).map(\.bytes) }
  }

  package var secrets: [[UInt8]] { given + made.all }

  /// Whether a request contains its credentials; a request to another origin does not.
  package func isIn(_ request: OutgoingRequest) -> Bool {
    if signer != nil { return !request.hasLeftOrigin }
    return switch credential?.place {
    case .query(let name):
      FormEncoding.split(request.url.query?.revealedBytes ?? []).contains {
        $0.first == PercentEncoding.encode(Array(name.utf8), for: .value)
      }
    case .header(let name): request.headers.contains { $0.isNamed(name) }
    case .cookie: request.headers.contains { $0.isNamed("Cookie") }
    case nil: request.headers.contains { $0.isNamed("Authorization") }
    }
  }

  /// Whether a header field of the request contains the credential.
  package func fills(_ field: HeaderField) -> Bool {
    switch credential?.place {
    case .header(let name): field.isNamed(name)
    case .cookie: field.isNamed("Cookie")
    case .query, nil: false
    }
  }
}

/// The secrets of credentials that are made during a call, for masking its texts later.
package final class MadeSecrets: Sendable {
  /// The maximum number of secrets: in a call with many requests, the most recent ones matter.
  private static let most = 256

  private let texts = Mutex<[[UInt8]]>([])

  package init() {}

  /// All secrets, without duplicates.
  package var all: [[UInt8]] { texts.withLock { $0 } }

  package func add(_ text: ProtectedText) {
    let secrets = text.stretches.filter(\.isSecret).map(\.bytes)
    texts.withLock { texts in
      for secret in secrets where !texts.contains(secret) { texts.append(secret) }
      if texts.count > Self.most { texts.removeFirst(texts.count - Self.most) }
    }
  }
}

/// The place of a credential in a request.
package enum AuthPlace: Sendable, Hashable {
  case header(String)
  case query(String)
  /// The cookie with this name, in addition to those of the request (RFC 6265, section 4.2).
  case cookie(String)
}

/// A credential: a value and its place in a request.
package struct AuthCredential: Sendable, Hashable {
  package var place: AuthPlace
  /// The value before it is encoded for its place, with its secret parts marked.
  package var value: ProtectedText

  package init(_ value: ProtectedText, at place: AuthPlace) {
    self.place = place
    self.value = value
  }

  package func add(to request: inout OutgoingRequest) {
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
      // A request has only one such field (RFC 6265, section 5.4).
      guard let index = request.headers.firstIndex(where: { $0.isNamed("Cookie") }) else {
        return request.headers.append(HeaderField("Cookie", pair))
      }
      if !request.headers[index].value.isEmpty { request.headers[index].value.append("; ") }
      request.headers[index].value.append(pair)
    }
  }
}
