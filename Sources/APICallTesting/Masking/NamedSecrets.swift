import APICallBase

/// The names of fields whose values are credentials, whatever they look like.
enum NamedSecrets {
  // Without hyphens and underscores, since `access_token` is `accessToken` elsewhere.
  private static let names: Set<String> = [
    "password", "clientsecret", "accesstoken", "refreshtoken", "idtoken", "apikey", "privatekey",
    "secret", "token", "authorization", "cookie", "setcookie",
  ]

  /// Returns whether a field of JSON, of a form or of a query has such a name, in any case.
  static func contain(_ name: String) -> Bool { names.contains(plain(name)) }

  /// Returns whether a header field has such a name: also `X-Api-Key`, `X-Auth-Token`.
  static func containHeader(_ name: String) -> Bool {
    let plain = plain(name)
    return names.contains(plain)
      || ["apikey", "token", "secret", "password"].contains { plain.hasSuffix($0) }
  }

  private static func plain(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0 != 0x2D && $0 != 0x5F }, as: UTF8.self).lowercased()
  }
}
