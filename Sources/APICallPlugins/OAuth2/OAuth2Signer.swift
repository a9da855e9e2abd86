import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallSafety
import Synchronization

/// Gets the token of a call: a stored one, or a new one from the server.
package final class OAuth2Signer: RequestSigner {
  package let settings: OAuth2Settings
  let world: World
  /// Whether the token of this call is new, so that another one would be refused as well.
  private let isNew = Mutex(false)

  init(_ settings: OAuth2Settings, in world: World) {
    self.settings = settings
    self.world = world
  }

  package var hidesSecrets: Bool { false }

  package func answers(_ refusal: ResponseHead) -> Bool { !isNew.withLock { $0 } }

  package func credentials(
    for request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
  ) async throws(ExchangeError) -> [AuthCredential] {
    let refused = refusal?.credentials.map(\.value) ?? []
    let token = try await token(
      for: request, unless: refusal == nil ? nil : { refused.contains(Self.sent($0)) },
      with: means)
    // Later calls of the run mask it, too.
    world.trail.note([token.value], and: [])
    return [OAuth2Auth.credential(token.value)]
  }

  private static func sent(_ token: Token) -> ProtectedText {
    OAuth2Auth.credential(token.value).value
  }

  /// The token for a request: a stored one, a renewed one, or a new one.
  package func token(
    for request: OutgoingRequest, unless isRefused: ((Token) -> Bool)?, with means: AuthMeans
  ) async throws(ExchangeError) -> Token {
    let exchange = TokenExchange(signer: self, means: means, identity: request.identity)
    return try await means.tokens.token(for: settings.key, unless: isRefused) {
      (previous) throws(ExchangeError) in
      isNew.withLock { $0 = true }
      return try await exchange.token(after: previous)
    }
  }
}
