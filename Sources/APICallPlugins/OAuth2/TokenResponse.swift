import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText
import JSONText

/// The response of a token endpoint (RFC 6749, section 5).
struct TokenResponse {
  /// The lifetime in seconds above which one is not believed: ten years.
  private static let longestLifetime = 315_360_000

  let body: JSONNode

  /// Throws an ``OAuth2Refusal`` if the server issued no token.
  init(
    _ response: ReceivedResponse, from origin: Origin, by redactor: Redactor
  ) throws(OAuth2Refusal) {
    let document = try? JSONDocument(response.body, maxDepth: 64)
    // Some servers send an error with status 200.
    guard let root = document?.root, root.kind == .object, root["error"]?.isNull ?? true,
      (200..<300).contains(response.head.status)
    else { throw OAuth2Refusal(response, document?.root, from: origin, by: redactor) }
    body = root
  }

  func text(_ name: String) -> String? {
    body[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A number of seconds, which some servers send as a string; nil if it is missing or absurd.
  func seconds(_ name: String) -> Int? {
    guard let value = body[name] else { return nil }
    let number = value.number?.integer ?? value.string.flatMap { Int($0) }
    return number.flatMap { (0...Self.longestLifetime).contains($0) ? $0 : nil }
  }

  /// The token; the server's `refresh_token` replaces the earlier one, if there is any.
  ///
  /// Throws a ``TokenFailure`` if the response has no token that can be sent.
  func token(
    for settings: OAuth2Settings, from origin: Origin, at now: UTCTimestamp,
    after refresh: ProtectedText?
  ) throws(TokenFailure) -> Token {
    let name = settings.usesIdentity ? "id_token" : "access_token"
    guard let text = text(name) else {
      throw TokenFailure(
        .decoding, "the response of \(origin) has no '\(name)'",
        hint: settings.usesIdentity
          ? "add 'scope: openid', or use the access token"
          : "check that 'token_url' is the token endpoint")
    }
    if !settings.usesIdentity, let type = self.text("token_type"), type.lowercased() != "bearer" {
      throw TokenFailure(
        .protocolError, "\(origin) issues tokens of the type '\(type.prefix(64))', not 'Bearer'",
        hint: "set the client up for bearer tokens")
    }
    guard BearerAuth.isToken(Array(text.utf8)) else {
      throw TokenFailure(
        .decoding, "the '\(name)' of \(origin) contains a character that a token cannot have")
    }
    let kept = self.text("refresh_token").map { ProtectedText($0, settings.secrecy) } ?? refresh
    return Token(
      ProtectedText(text, settings.secrecy), expires: expiry(after: now),
      refresh: settings.grant == .clientCredentials ? nil : kept)
  }

  /// When the token is replaced: a tenth of its lifetime before its end, but at most 30 seconds, and
  /// after an hour if the server does not say.
  private func expiry(after now: UTCTimestamp) -> UTCTimestamp {
    let lifetime = (seconds("expires_in") ?? 3600) * 1000
    return now.advanced(by: .milliseconds(lifetime - min(30_000, lifetime / 10)))
  }
}
