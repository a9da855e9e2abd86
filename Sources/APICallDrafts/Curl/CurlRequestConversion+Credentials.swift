import APICallHTTP
import APICallText

extension CurlRequestConversion {
  /// Sets the authorisation: a header field wins over a token, and a token over a user.
  mutating func setCredentials() {
    if let value = settings.authorization {
      if settings.user != nil || settings.bearer != nil {
        note("auth", "the header field authorization replaces --user, as in curl")
      }
      return setAuthorization(value)
    }
    let isRemoved = removed.contains("authorization")
    if isRemoved, settings.bearer != nil || !settings.isDigest { return }
    if let token = settings.bearer {
      if settings.user != nil {
        note("auth", "--oauth2-bearer replaces --user, as in curl")
      }
      return setBearer(token)
    }
    guard let user = settings.user else { return }
    setUser(user, type: settings.isDigest ? "digest" : "basic")
  }

  private mutating func setBearer(_ token: String) {
    request.draft.auth = ("bearer", [("token", stored(token, as: "token"))])
  }

  private mutating func setUser(_ text: String, type: String) {
    let (name, password) = text.split(aroundFirst: ":")
    if password == nil {
      note("auth", "curl asks for the password: it is a secret", isLoss: false)
    }
    let isKey = Self.isKey(name, password: password)
    let user = isKey ? stored(name, as: "key") : draftText(name)
    let secret = stored(password ?? "\(name) ", as: "password")
    request.draft.auth = (type, [("username", user), ("password", secret)])
  }

  /// Whether a user name is the credential, and the password only fills its place.
  private static func isKey(_ name: String, password: String?) -> Bool {
    guard !name.isEmpty else { return false }
    let bytes = name.utf8
    let isMixed =
      bytes.count >= 16 && bytes.contains(where: \.isASCIIDigit)
      && bytes.contains(where: \.isASCIILetter)
      && !bytes.contains { "@. ".utf8.contains($0) }
    return password.map { $0.utf8.count <= 1 } ?? false || isMixed
      || SecretGate.isSecret(header: "user", name)
  }

  private mutating func setAuthorization(_ value: String) {
    let (scheme, credential) = value.split(aroundFirst: " ")
    guard let credential else { return append("Authorization", stored(value, as: "token")) }
    let rest = String(decoding: credential.utf8.drop { $0 == 0x20 }, as: UTF8.self)
    if scheme == "Bearer" { return setBearer(rest) }
    if scheme == "Basic", let pair = Base64.decode(Array(rest.utf8)),
      let user = String(validating: pair, as: UTF8.self), user.utf8.contains(UInt8(ascii: ":")),
      !user.utf8.contains(where: { $0 < 0x20 })
    {
      return setUser(user, type: "basic")
    }
    let isScheme =
      CredentialFields.scheme(of: value, in: "authorization") != nil
      || !rest.utf8.contains(0x20)
        && scheme.utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
    guard isScheme else { return append("Authorization", stored(value, as: "token")) }
    var text = DraftText("\(scheme) ")
    text.append(stored(rest, as: "token"))
    append("Authorization", text)
  }
}
