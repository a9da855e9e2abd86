import APICallContracts

/// The ways to get a token: the grants of RFC 6749, RFC 8628, RFC 8693 and RFC 7523.
package enum OAuth2Grant: String, Sendable, Hashable, CaseIterable {
  case clientCredentials = "client_credentials"
  case password
  case refreshToken = "refresh_token"
  case authorizationCode = "authorization_code"
  case deviceCode = "device_code"
  case tokenExchange = "token_exchange"
  case jwtBearer = "jwt_bearer"

  /// The value of `grant_type` in a token request.
  var type: String {
    switch self {
    case .clientCredentials, .password, .refreshToken, .authorizationCode: rawValue
    case .deviceCode: "urn:ietf:params:oauth:grant-type:device_code"
    case .tokenExchange: "urn:ietf:params:oauth:grant-type:token-exchange"
    case .jwtBearer: "urn:ietf:params:oauth:grant-type:jwt-bearer"
    }
  }

  /// Whether a user has to log in first.
  package var needsUser: Bool { self == .authorizationCode || self == .deviceCode }

  /// The options that only this grant uses; those that it needs come first, with true.
  var options: [(name: String, isNeeded: Bool)] {
    switch self {
    case .clientCredentials: []
    case .password: [("username", true), ("password", true)]
    case .refreshToken: [("refresh_token", true)]
    case .authorizationCode: [("authorize_url", false), ("device_url", false), ("redirect", false)]
    case .deviceCode: [("device_url", false)]
    case .tokenExchange: [("subject_token", true), ("subject_token_type", false)]
    case .jwtBearer: [("assertion", true)]
    }
  }

  /// The grant that a file means which sets these options.
  static func inferred(from names: [String]) -> OAuth2Grant {
    let signs: [(names: [String], grant: OAuth2Grant)] = [
      (["assertion"], .jwtBearer), (["subject_token"], .tokenExchange),
      (["username", "password"], .password), (["refresh_token"], .refreshToken),
      (["authorize_url", "redirect"], .authorizationCode), (["device_url"], .deviceCode),
      (["client_secret", "key", "client_assertion"], .clientCredentials),
    ]
    return signs.first { $0.names.contains(where: names.contains) }?.grant ?? .authorizationCode
  }

  /// The grant of a file, and whether the file names it.
  static func of(_ names: [String], named name: String?) -> OAuth2Grant {
    name.flatMap(OAuth2Grant.init) ?? inferred(from: names)
  }
}

extension OAuth2Grant {
  /// Checks the options that a file sets together.
  ///
  /// Throws an ``AuthProblem`` about an option that the grant needs or does not use.
  func check(_ names: [String]) throws(AuthProblem) {
    let own = options
    for (name, isNeeded) in own where isNeeded && !names.contains(name) {
      throw AuthProblem("the grant '\(rawValue)' needs '\(name)'", hint: "add '\(name): …'")
    }
    for other in Self.allCases where other != self {
      for (name, _) in other.options where names.contains(name) {
        guard !own.contains(where: { $0.name == name }) else { continue }
        throw AuthProblem(
          "the grant '\(rawValue)' does not use '\(name)'", of: name,
          hint: "remove it, or write 'grant: \(other.rawValue)'")
      }
    }
    guard names.contains("client_id") || self == .jwtBearer else {
      throw AuthProblem(
        "auth 'oauth2' has no 'client_id'",
        hint: "add 'client_id: …', the name under which the server knows this client")
    }
    let proofs = ["client_secret", "key", "client_assertion"].filter(names.contains)
    if proofs.count > 1 {
      throw AuthProblem(
        "both '\(proofs[0])' and '\(proofs[1])' authenticate the client", of: proofs[1],
        hint: "remove one of them")
    }
    if names.contains("client_auth"), !names.contains("client_secret"), !proofs.isEmpty {
      throw AuthProblem(
        "'client_auth' is for a client_secret", of: "client_auth", hint: "remove it")
    }
    for (name, other) in [("kid", "key"), ("alg", "key")]
    where names.contains(name) && !names.contains(other) {
      throw AuthProblem("'\(name)' is for a 'key'", of: name, hint: "remove it, or add a key")
    }
    if !names.contains("issuer") { try checkServer(names) }
  }

  private func checkServer(_ names: [String]) throws(AuthProblem) {
    guard names.contains("token_url") else {
      throw AuthProblem(
        "auth 'oauth2' has no 'issuer'",
        hint: "add 'issuer: https://…' of the server, or 'token_url: https://…'")
    }
    let starts = ["authorize_url", "device_url"]
    let needed = self == .deviceCode ? ["device_url"] : starts
    guard !needsUser || needed.contains(where: names.contains) else {
      throw AuthProblem(
        "the grant '\(rawValue)' needs '\(needed[0])'",
        hint: "add it, or 'issuer: https://…' in place of 'token_url'")
    }
  }
}
