import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText
import JSONText

/// The metadata of an issuer (RFC 8414, section 2).
struct IssuerMetadata: Sendable {
  private static let limit = 256 << 10
  /// How long it is kept.
  private static let lifetime = Duration.seconds(86_400)

  let issuer: String
  private let root: JSONNode

  /// Gets the metadata: that of an earlier request, or new.
  static func of(
    _ issuer: String, at url: RequestURL, identity: ServerIdentity?, now: UTCTimestamp,
    with means: AuthMeans
  ) async throws(ExchangeError) -> IssuerMetadata {
    let key = TokenKey("oauth2 metadata", for: url.origin, ["issuer": ProtectedText(issuer)])
    let token = try await means.tokens.token(for: key, unless: nil) { (_) throws(ExchangeError) in
      let bytes = try await fetched(issuer, at: url, identity: identity, with: means)
      return Token(
        ProtectedText(bytes: bytes, .masked), expires: now.advanced(by: Self.lifetime))
    }
    do throws(TokenFailure) {
      return try IssuerMetadata(token.value.revealedBytes, of: issuer)
    } catch {
      throw .noToken(error)
    }
  }

  /// Asks for the metadata in the place of OpenID Connect, and after a 404 in that of RFC 8414.
  private static func fetched(
    _ issuer: String, at url: RequestURL, identity: ServerIdentity?, with means: AuthMeans
  ) async throws(ExchangeError) -> [UInt8] {
    let path =
      url.path.revealed.hasSuffix("/")
      ? String(url.path.revealed.dropLast()) : url.path.revealed
    let places = [
      "\(path)/.well-known/openid-configuration", "/.well-known/oauth-authorization-server\(path)",
    ]
    var status = 0
    for place in places {
      let request = TokenRequest.get(
        RequestURL(origin: url.origin, path: ProtectedText(place)), identity: identity)
      let response = try await means.send(request)
      status = response.head.status
      if status == 404 { continue }
      guard status == 200 else { break }
      do throws(TokenFailure) {
        guard response.body.count <= Self.limit else {
          throw failure(issuer, "its metadata is longer than 256 KiB")
        }
        _ = try IssuerMetadata(response.body, of: issuer)
      } catch {
        throw .noToken(error)
      }
      return response.body
    }
    throw .noToken(
      TokenFailure(
        .forUnexpected(status: status),
        "the issuer \(issuer) has no metadata: status \(status) for \(places[0])",
        hint: "check 'issuer', or write 'token_url' in place of it"))
  }

  private init(_ bytes: [UInt8], of issuer: String) throws(TokenFailure) {
    guard let root = try? JSONDocument(bytes, maxDepth: 32).root, root.kind == .object else {
      throw Self.failure(issuer, "its metadata is not a JSON object")
    }
    // A server could otherwise pose as another one (RFC 8414, section 3.3).
    let named = root["issuer"]?.string ?? ""
    guard named == issuer else {
      throw Self.failure(
        issuer, "its metadata is that of '\(named.prefix(200))'",
        hint: named.contains("{") || named.isEmpty
          ? "write the issuer of your own tenant" : "write 'issuer' exactly as the server does")
    }
    self.issuer = issuer
    self.root = root
  }

  private static func failure(
    _ issuer: String, _ reason: String, hint: String? = nil
  ) -> TokenFailure {
    TokenFailure(
      .badConfiguration, "the issuer \(issuer) cannot be used: \(reason)",
      hint: hint ?? "check 'issuer', or write 'token_url' in place of it")
  }

  /// The URL of an endpoint, which may be on another host; nil if the server does not have it.
  func endpoint(_ name: String) throws(TokenFailure) -> RequestURL? {
    guard let text = root[name]?.string else { return nil }
    guard text.contains("://"),
      let url = try? URLReference(text).resolved(
        against: RequestURL(origin: Origin(scheme: .https, host: ""), path: "/")),
      url.origin.scheme == .https || url.origin.isLoopback && issuer.hasPrefix("http://")
    else {
      throw Self.failure(issuer, "its '\(name)' is not an https URL")
    }
    return url
  }

  func isTrue(_ name: String) -> Bool { root[name]?.boolean == true }

  /// The place of the secret that the server wants; nil if it takes the usual one.
  var secretPlace: OAuth2Client.SecretPlace? {
    let methods = root["token_endpoint_auth_methods_supported"]?.elements.compactMap(\.string) ?? []
    guard methods.contains("client_secret_post"), !methods.contains("client_secret_basic") else {
      return nil
    }
    return .post
  }
}
