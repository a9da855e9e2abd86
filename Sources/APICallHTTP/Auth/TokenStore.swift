package import APICallBase

/// What a server gave to authorise requests with, and for how long that is good.
package struct Token: Sendable, Hashable {
  /// What is sent; its secrecy says what it is made of.
  package var value: ProtectedText
  /// From when on it is of no use; nil where that is not known.
  package var expires: Timestamp?
  /// What a new one is got with (RFC 6749, section 6); nil where there is no such thing.
  package var refresh: ProtectedText?

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - value: what is sent.
  ///   - expires: from when on it is of no use; nil where that is not known.
  ///   - refresh: what a new one is got with; nil where there is no such thing.
  package init(
    _ value: ProtectedText, expires: Timestamp? = nil, refresh: ProtectedText? = nil
  ) {
    self.value = value
    self.expires = expires
    self.refresh = refresh
  }
}

/// What identifies a token: all that another one would be given for.
package struct TokenKey: Sendable, Hashable {
  /// The name of the auth type.
  package let type: String
  /// The origin whose requests it authorises.
  package let origin: Origin
  /// What else it depends on, by name: a client, a scope, where it is got.
  ///
  /// Digests of it are kept.
  package let parts: [String: ProtectedText]

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - type: the name of the auth type.
  ///   - origin: the origin whose requests it authorises.
  ///   - parts: what else it depends on, by name.
  package init(_ type: String, for origin: Origin, _ parts: [String: ProtectedText]) {
    self.type = type
    self.origin = origin
    self.parts = parts
  }
}

/// Keeps tokens: in a run, and where the user lets it between runs.
package protocol TokenStore: Sendable {
  /// The token of a key: one that was got before and is still good, or else one that is made. Nobody
  /// makes another one of that key meanwhile, be it in this run or in another program.
  ///
  /// - Parameters:
  ///   - key: what identifies it.
  ///   - isRefused: tells which tokens a server has refused, so that they are not used again; nil where
  ///     it has refused none.
  ///   - make: makes one.
  /// - Returns: the token.
  /// - Throws: what `make` throws; for those who ask again a ``RequestError/authorization(_:)`` that says
  ///   the same; that too where the store cannot be used.
  func token(
    for key: TokenKey, unless isRefused: ((Token) -> Bool)?,
    making make: () async throws(RequestError) -> Token
  ) async throws(RequestError) -> Token
}

/// What an auth type may use to make credentials while a request waits for them.
package struct AuthMeans {
  /// Sends a request of the auth type's own, and holds the response.
  ///
  /// No secret goes with it where that one may not go. It is led nowhere else, and sent once.
  package let send: (Request) async throws(RequestError) -> Response
  /// Where tokens are kept.
  package let tokens: any TokenStore

  package init(
    tokens: any TokenStore,
    send: @escaping (Request) async throws(RequestError) -> Response
  ) {
    self.tokens = tokens
    self.send = send
  }
}

/// Keeps nothing: each token is made anew.
package struct NoTokens: TokenStore {
  package init() {}

  package func token(
    for key: TokenKey, unless isRefused: ((Token) -> Bool)?,
    making make: () async throws(RequestError) -> Token
  ) async throws(RequestError) -> Token { try await make() }
}
