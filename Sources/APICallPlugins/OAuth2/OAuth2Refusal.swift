import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import JSONText

/// A response of the server that issues tokens, without a token (RFC 6749, section 5.2).
struct OAuth2Refusal: Error, Sendable {
  /// The most characters of a server's text that a message repeats.
  private static let longestText = 512

  let origin: Origin
  let status: Int
  /// The code, such as `invalid_grant`; nil if the response has none.
  let code: String?
  private let text: String?
  private let mediaType: String?

  /// Texts of the server are masked before they are cut.
  init(_ response: ReceivedResponse, _ body: JSONNode?, from origin: Origin, by redactor: Redactor)
  {
    func text(_ name: String) -> String? {
      body?[name]?.string.map { redactor.shortening($0, to: Self.longestText) }
    }
    self.origin = origin
    status = response.head.status
    code = text("error")
    self.text = text("error_description")
    mediaType = response.head.values(of: "Content-Type").first.map {
      redactor.shortening($0, to: 64)
    }
  }

  /// Whether a refresh token cannot be used any more: some servers say that without a body.
  var endsRefresh: Bool {
    code == "invalid_grant" || code == nil && [400, 401].contains(status) && !isPage
  }

  private var isPage: Bool { mediaType?.contains("html") == true }

  /// The failure: what the server refused, and what to do about it.
  func failure(
    of settings: OAuth2Settings, sent method: String, for purpose: String
  ) -> TokenFailure {
    guard let code else { return failureWithoutCode(for: purpose) }
    let reason = text.map { "\(code): \($0)" } ?? code
    if code == "invalid_client" || code == "unauthorized_client" {
      return TokenFailure(
        .noPermission,
        "\(origin) refused the client '\(settings.clientName)': \(reason) (\(status), sent \(method))",
        hint: code == "unauthorized_client"
          ? "the client may not use the grant '\(settings.grant.rawValue)': see its settings at the server"
          : settings.client.hint(for: settings.grant))
    }
    return TokenFailure(
      exitStatus(of: code), "\(origin) issued no \(purpose): \(reason) (\(status))",
      hint: hint(for: code, of: settings))
  }

  private func exitStatus(of code: String) -> ExitStatus {
    switch code {
    case "invalid_grant", "access_denied": .noPermission
    case "expired_token": .timeout
    case "unsupported_grant_type", "invalid_scope", "invalid_target": .badConfiguration
    case "temporarily_unavailable", "server_error": .serverError
    default: .forUnexpected(status: max(status, 400))
    }
  }

  private func hint(for code: String, of settings: OAuth2Settings) -> String? {
    switch code {
    case "invalid_grant" where settings.grant == .password: "check the user name and the password"
    case "invalid_grant" where settings.grant == .refreshToken:
      "the refresh token has expired or was used before: store a new one"
    case "invalid_scope":
      "check 'scope': the server may know other names, or not permit these to the client"
    case "unsupported_grant_type":
      "the server does not offer the grant '\(settings.grant.rawValue)': write another 'grant'"
    default: nil
    }
  }

  private func failureWithoutCode(for purpose: String) -> TokenFailure {
    if (200..<300).contains(status) {
      return TokenFailure(
        .decoding,
        "\(origin) issued no \(purpose): the response is not JSON (\(mediaType ?? "no media type"))",
        hint: "check the URL: it may be that of a page")
    }
    if (300..<400).contains(status) {
      return TokenFailure(
        .redirection, "\(origin) issued no \(purpose): status \(status), a redirect",
        hint: "write the URL that it leads to; redirects are not followed with credentials")
    }
    return TokenFailure(
      .forUnexpected(status: status),
      "\(origin) issued no \(purpose): status \(status), without a reason",
      hint: status >= 500
        ? nil
        : purpose == "token"
          ? "check the URL, 'client_id' and the client's secret"
          : "check 'device_url' and 'client_id'")
  }
}
