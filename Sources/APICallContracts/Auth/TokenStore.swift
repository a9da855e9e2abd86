package import APICallHTTP
package import APICallSafety
package import APICallText

/// A token from a server to authorise requests, and its lifetime.
package struct Token: Sendable, Hashable {
  /// The token to send; its secrecy tells what it is derived from.
  package var value: ProtectedText
  /// When it expires; nil if that is not known.
  package var expires: UTCTimestamp?
  /// The token for obtaining a new one (RFC 6749, section 6).
  package var refresh: ProtectedText?

  package init(
    _ value: ProtectedText, expires: UTCTimestamp? = nil, refresh: ProtectedText? = nil
  ) {
    self.value = value
    self.expires = expires
    self.refresh = refresh
  }
}

/// The key of a token: everything that distinguishes it from another one.
package struct TokenKey: Sendable, Hashable {
  package let type: String
  /// The origin of the requests that it authorises.
  package let origin: Origin
  /// Other properties that it depends on, by name: a client, a scope, where it is obtained.
  ///
  /// Only digests of them are stored.
  package let parts: [String: ProtectedText]

  package init(_ type: String, for origin: Origin, _ parts: [String: ProtectedText]) {
    self.type = type
    self.origin = origin
    self.parts = parts
  }
}

/// Stores tokens for a run, and between runs if the user permits it.
package protocol TokenStore: Sendable {
  /// Returns the token for a key: one that was stored and is still valid, or a new one.
  ///
  /// Only one caller makes a token for a key at a time, in this run and across programs. `make` gets
  /// the previous token, which has expired or was refused, to renew it; nil without one. The
  /// previous token stays stored until the new one replaces it, or until `make` throws a
  /// ``TokenFailure`` that ends the login.
  ///
  /// Throws the error of `make`; later callers get an ``ExchangeError/authorization(_:)`` with the
  /// same message. It is also thrown if the store cannot be used.
  func token(
    for key: TokenKey, unless isRefused: ((Token) -> Bool)?,
    making make: (Token?) async throws(ExchangeError) -> Token
  ) async throws(ExchangeError) -> Token

  /// Stores a new token for a key, whatever is stored.
  ///
  /// Throws an ``ExchangeError`` if the store cannot be used.
  func keep(_ token: Token, for key: TokenKey) async throws(ExchangeError)
}

/// The means of an auth type to make credentials while a request waits for them.
package struct AuthMeans {
  /// Sends a request of the auth type's own, and holds the response in memory.
  ///
  /// It contains a secret only if the secret may go to its origin. It follows no redirects and is
  /// sent once.
  package let send: (OutgoingRequest) async throws(ExchangeError) -> ReceivedResponse
  package let tokens: any TokenStore
  /// The secrets that are masked in all messages of the call.
  package let secrets: MadeSecrets

  package init(
    tokens: any TokenStore, secrets: MadeSecrets = MadeSecrets(),
    send: @escaping (OutgoingRequest) async throws(ExchangeError) -> ReceivedResponse
  ) {
    self.tokens = tokens
    self.secrets = secrets
    self.send = send
  }
}

/// Stores no tokens: each one is made anew.
package struct NoTokens: TokenStore {
  package init() {}

  package func token(
    for key: TokenKey, unless isRefused: ((Token) -> Bool)?,
    making make: (Token?) async throws(ExchangeError) -> Token
  ) async throws(ExchangeError) -> Token { try await make(nil) }

  package func keep(_ token: Token, for key: TokenKey) {}
}
