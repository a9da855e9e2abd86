import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallSafety

extension OAuth2Signer {
  /// Logs a user in, and stores the token.
  ///
  /// Throws an ``ExchangeError`` if there is no token.
  package func logIn(
    _ way: LoginWay, at desk: any LoginDesk, for request: OutgoingRequest, with means: AuthMeans
  ) async throws(ExchangeError) -> Token {
    let exchange = TokenExchange(signer: self, means: means, identity: request.identity)
    let metadata = try await exchange.metadata()
    let server = settings.server
    let device = try exchange.endpoint(
      "device_authorization_endpoint", server.deviceURL, in: metadata)
    let page = try exchange.endpoint("authorization_endpoint", server.authorizeURL, in: metadata)
    let token: Token
    do throws(TokenProblem) {
      if settings.grant == .deviceCode, device == nil {
        throw .request(.noToken(noDevices))
      } else if let device, page == nil || way == .code || settings.grant == .deviceCode {
        token = try await DeviceLogin(exchange: exchange, desk: desk, metadata: metadata)
          .token(from: device)
      } else if let page {
        token = try await CodeLogin(exchange: exchange, desk: desk, metadata: metadata)
          .token(from: page, way)
      } else {
        throw .request(.noToken(noPlace))
      }
    } catch {
      throw error.requestError(of: settings, metadata)
    }
    try await means.tokens.keep(token, for: settings.key)
    return token
  }

  private var noDevices: TokenFailure {
    TokenFailure(
      .badConfiguration,
      "the metadata of \(settings.serverName) has no 'device_authorization_endpoint'",
      hint: "add 'device_url', or remove 'grant: device_code'")
  }

  private var noPlace: TokenFailure {
    TokenFailure(
      .badConfiguration,
      "the metadata of \(settings.serverName) names no page where a user can log in",
      hint: "add 'authorize_url' or 'device_url'")
  }

  /// Revokes the refresh token, or else the token itself (RFC 7009); false if the server has no
  /// endpoint for that.
  ///
  /// Throws an ``ExchangeError`` if the server did not revoke it.
  package func revoke(
    _ token: Token, for request: OutgoingRequest, with means: AuthMeans
  ) async throws(ExchangeError) -> Bool {
    let exchange = TokenExchange(signer: self, means: means, identity: request.identity)
    let metadata = try await exchange.metadata()
    guard let url = try exchange.endpoint("revocation_endpoint", nil, in: metadata) else {
      return false
    }
    let kind = token.refresh == nil ? "access_token" : "refresh_token"
    var form = TokenRequest(
      url,
      [("token", token.refresh ?? token.value), ("token_type_hint", ProtectedText(kind))])
    try settings.client.authenticate(&form, at: metadata)
    let response = try await means.send(form.request(identity: request.identity))
    guard (200..<300).contains(response.head.status) else {
      throw .noToken(
        TokenFailure(
          .forUnexpected(status: response.head.status),
          "\(url.origin) has not revoked the token: status \(response.head.status)",
          hint: "the token is removed here; revoke it on the server's own page"))
    }
    return true
  }
}
