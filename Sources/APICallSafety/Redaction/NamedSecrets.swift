import APICallText

/// The names of fields whose values are credentials, whatever they look like.
package enum NamedSecrets {
  // Without hyphens and underscores, since `access_token` is `accessToken` elsewhere.
  private static let names = Set(
    bytes([
      "pwd", "passphrase", "passcode", "token", "xtoken", "jwt", "authorization", "cookie",
      "setcookie", "accesskey", "personaltoken", "privatetoken", "devicecode", "codeverifier",
      "clientassertion", "csrf", "xsrf", "sessionid", "jsessionid", "phpsessid", "xamzsignature",
      "xgoogsignature", "secretstring",
    ]))

  // Not any name that ends with "token": the tokens of pages are not credentials.
  private static let endings = bytes([
    "password", "passwd", "secret", "accesstoken", "refreshtoken", "idtoken", "authtoken",
    "apitoken", "bearertoken", "sessiontoken", "securitytoken", "csrftoken", "xsrftoken",
    "csrfmiddlewaretoken", "authenticitytoken", "verificationtoken", "clienttoken", "bottoken",
    "deploytoken", "resettoken", "invitetoken", "registrationtoken", "vaulttoken", "apikey",
    "secretkey", "privatekey", "secretaccesskey", "sharedaccesskey", "signingkey", "encryptionkey",
    "sessionkey", "accountkey", "subscriptionkey", "masterkey", "clientkeydata", "smtppass",
    "dbpass",
  ])

  private static let lastBytes = Set(endings.map { $0[$0.count - 1] })

  /// Names of lists in which texts are often words, but the values of objects are credentials.
  private static let wordLists = Set(bytes(["tokens", "secrets", "cookies"]))

  private static let longest = 128

  /// Returns whether a field of JSON, of a form, of a query, of a table or of markup has such a
  /// name, in any case; of a path such as `user[password]` or `db.password`, the last part counts.
  package static func contain(_ name: some Collection<UInt8>) -> Bool {
    name.count <= longest && containPlain(plain(name))
  }

  /// Returns whether a name is that of a primary key, which is a credential only if it is long.
  package static func isPrimaryKey(_ name: some Collection<UInt8>) -> Bool {
    name.count <= longest && plain(name) == Array("primarykey".utf8)
  }

  /// Returns whether an attribute of HTML only names a key of the keyboard.
  package static func isKeyOfKeyboard(_ attribute: some Collection<UInt8>) -> Bool {
    attribute.map(\.lowercase).elementsEqual("accesskey".utf8)
  }

  /// Returns whether a header field has such a name: also `X-Api-Key`, `X-Auth-Token`.
  package static func containHeader(_ name: String) -> Bool {
    let plain = plain(name.utf8)
    return containPlain(plain) || plain.hasEnding(Array("token".utf8))
  }

  /// What the name of a field says of the values in its list or object.
  package enum Plural {
    /// Nothing.
    case none
    /// The texts in it are credentials.
    case credentials
    /// The values of the objects in it are credentials, but other texts may be words.
    case holders
  }

  /// Returns whether a name is the plural of such a name: `tokens`, `apiKeys`.
  package static func plural(_ name: some Collection<UInt8>) -> Plural {
    let plain = name.count <= longest ? plain(name) : []
    guard plain.last == UInt8(ascii: "s") else { return .none }
    guard !wordLists.contains(plain) else { return .holders }
    return containPlain(Array(plain.dropLast())) ? .credentials : .none
  }

  private static func containPlain(_ plain: [UInt8]) -> Bool {
    guard !names.contains(plain) else { return true }
    guard let last = plain.last, lastBytes.contains(last) else { return false }
    return endings.contains { plain.hasEnding($0) }
  }

  private static func plain(_ name: some Collection<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    var isNext = false
    for byte in name {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["): isNext = true
      case _ where byte.isASCIILetterOrDigit || byte >= 0x80:
        if isNext { plain = [] }
        isNext = false
        plain.append(byte.lowercase)
      case _ where " _-]$@*".utf8.contains(byte): break
      default: return []
      }
    }
    return plain
  }

  private static func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }
}

extension [UInt8] {
  fileprivate func hasEnding(_ ending: [UInt8]) -> Bool {
    count >= ending.count && self[(count - ending.count)...].elementsEqual(ending)
  }
}
