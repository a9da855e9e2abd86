import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// The requests for one token.
struct TokenExchange {
  let signer: OAuth2Signer
  let means: AuthMeans
  /// How servers prove who they are.
  let identity: ServerIdentity?

  var settings: OAuth2Settings { signer.settings }
  private var now: UTCTimestamp { signer.world.now() }

  /// The metadata of the issuer; nil if the file names the URLs themselves.
  func metadata() async throws(ExchangeError) -> IssuerMetadata? {
    guard let issuer = settings.issuer, let url = settings.server.issuer else { return nil }
    return try await IssuerMetadata.of(
      issuer, at: url, identity: identity, now: now, with: means)
  }

  /// The URL of an endpoint: that of the file, or else that of the metadata.
  func endpoint(
    _ name: String, _ written: RequestURL?, in metadata: IssuerMetadata?
  ) throws(ExchangeError) -> RequestURL? {
    if let written { return written }
    return try rethrowing(metadata?.endpoint(name)) { ExchangeError.noToken($0) }
  }

  func tokenURL(in metadata: IssuerMetadata?) throws(ExchangeError) -> RequestURL {
    let url = try endpoint("token_endpoint", settings.server.tokenURL, in: metadata)
    guard let url else {
      throw .noToken(
        TokenFailure(
          .badConfiguration, "the metadata of \(settings.serverName) has no 'token_endpoint'",
          hint: "add 'token_url'"))
    }
    return url
  }

  /// A new token: by the refresh token of the previous one, or else by the grant.
  func token(after previous: Token?) async throws(ExchangeError) -> Token {
    let metadata = try await metadata()
    var refusal: OAuth2Refusal?
    let written = settings.fields.first { $0.name == "refresh_token" }?.value
    var attempts = [previous?.refresh].compactMap(\.self)
    if let written, written.revealedBytes != attempts.first?.revealedBytes {
      attempts.append(written)
    }
    for refresh in attempts {
      do throws(TokenProblem) {
        // A login has its scope; a refresh token in the file has none that is known.
        let isWritten = refresh.revealedBytes == written?.revealedBytes
        return try await refreshed(
          refresh, isWritten ? settings.parameters.all.filter { $0.name == "scope" } : [], metadata)
      } catch {
        guard case .refused(let problem) = error, problem.endsRefresh else {
          throw error.requestError(of: settings, metadata)
        }
        refusal = problem
      }
    }
    switch settings.grant {
    case .authorizationCode, .deviceCode: throw .noToken(noLogin(after: refusal))
    case .refreshToken:
      guard let refusal else { break }
      var failure = refusal.failure(
        of: settings, sent: settings.client.method(at: metadata), for: "token")
      failure.endsLogin = true
      throw .noToken(failure)
    case .clientCredentials, .password, .tokenExchange, .jwtBearer: break
    }
    do throws(TokenProblem) {
      return try await granted(
        [("grant_type", ProtectedText(settings.grant.type))] + settings.fields
          + settings.parameters.all, metadata)
    } catch {
      throw error.requestError(of: settings, metadata)
    }
  }

  private func refreshed(
    _ refresh: ProtectedText, _ scope: [(name: String, value: ProtectedText)],
    _ metadata: IssuerMetadata?
  ) async throws(TokenProblem) -> Token {
    means.secrets.add(refresh)
    return try await granted(
      [("grant_type", "refresh_token"), ("refresh_token", refresh)] + scope, metadata,
      after: refresh)
  }

  private func noLogin(after refusal: OAuth2Refusal?) -> TokenFailure {
    let reason =
      refusal.map { "the login has expired (\($0.code ?? "status \($0.status)"))" }
      ?? "nobody has logged in"
    var failure = TokenFailure(
      .noPermission, "no token of \(settings.serverName) for \(settings.origin): \(reason)")
    failure.endsLogin = refusal != nil
    failure.needsLogin = true
    return failure
  }

  /// Requests a token with the fields of a grant.
  func granted(
    _ fields: [(name: String, value: ProtectedText)], _ metadata: IssuerMetadata?,
    after refresh: ProtectedText? = nil
  ) async throws(TokenProblem) -> Token {
    // Its lifetime counts from here by our own clock, which may be wrong.
    let start = now
    let url: RequestURL
    do throws(ExchangeError) { url = try tokenURL(in: metadata) } catch { throw .request(error) }
    let response = try await post(fields + extras(of: fields), to: url, metadata)
    for name in ["access_token", "id_token", "refresh_token"] {
      response.text(name).map { means.secrets.add(ProtectedText($0, isSecret: true)) }
    }
    return try rethrowing(
      response.token(for: settings, from: url.origin, at: start, after: refresh)
    ) { TokenProblem.request(.noToken($0)) }
  }

  /// The parameters of `params` that are not fields of the request already.
  private func extras(
    of fields: [(name: String, value: ProtectedText)]
  ) -> [(name: String, value: ProtectedText)] {
    settings.parameters.others.filter { other in !fields.contains { $0.name == other.name } }
  }

  /// Sends a form to an endpoint of the server, with what authenticates the client.
  func post(
    _ fields: [(name: String, value: ProtectedText)], to url: RequestURL,
    _ metadata: IssuerMetadata?
  ) async throws(TokenProblem) -> TokenResponse {
    let response: ReceivedResponse
    do throws(ExchangeError) {
      var form = TokenRequest(url, fields)
      form.isChosen = settings.choosesRequests
      try settings.client.authenticate(&form, at: metadata)
      response = try await means.send(form.request(identity: identity))
    } catch {
      throw .request(error)
    }
    do throws(OAuth2Refusal) {
      return try TokenResponse(
        response, from: url.origin, by: Redactor(settings.secrets + means.secrets.all))
    } catch {
      throw .refused(error)
    }
  }
}

/// Why there is no token.
enum TokenProblem: Error {
  case request(ExchangeError)
  /// The server refused it.
  case refused(OAuth2Refusal)

  func requestError(
    of settings: OAuth2Settings, _ metadata: IssuerMetadata?, for purpose: String = "token"
  ) -> ExchangeError {
    switch self {
    case .request(let error): error
    case .refused(let refusal):
      .noToken(
        refusal.failure(
          of: settings, sent: settings.client.method(at: metadata), for: purpose))
    }
  }
}
