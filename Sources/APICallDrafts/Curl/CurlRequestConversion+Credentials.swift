import APICallHTTP
import APICallText

extension CurlRequestConversion {
  /// Sets the authorisation: a header field wins over a token, and a token over a user.
  mutating func setCredentials() {
    if let value = settings.authorization {
      if settings.user != nil || settings.bearer != nil {
        conversion.note("auth", "the header field authorization replaces --user, as in curl")
      }
      return setAuthorization(value)
    }
    if let token = settings.bearer {
      if settings.user != nil {
        conversion.note("auth", "--oauth2-bearer replaces --user, as in curl")
      }
      return setBearer(token)
    }
    guard let user = settings.user else { return }
    setUser(user, type: settings.isDigest ? "digest" : "basic")
  }

  private mutating func setBearer(_ token: String) {
    conversion.request.draft.auth = (
      "bearer", [RequestDraft.Item("token", conversion.stored(token, as: "token"))]
    )
  }

  private mutating func setUser(_ text: String, type: String) {
    let bytes = text.utf8
    let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    let name = String(decoding: bytes[..<(colon ?? bytes.endIndex)], as: UTF8.self)
    let password = colon.map { String(decoding: bytes[bytes.index(after: $0)...], as: UTF8.self) }
    if password == nil {
      conversion.note("auth", "curl asks for the password: it is a secret", isLoss: false)
    }
    let isKey = Self.isKey(name, password: password)
    let user = isKey ? conversion.stored(name, as: "key") : conversion.text(name)
    let secret = conversion.stored(password ?? "\(name) ", as: "password")
    conversion.request.draft.auth = (
      type, [RequestDraft.Item("username", user), RequestDraft.Item("password", secret)]
    )
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
    let bytes = value.utf8
    guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else {
      return append("Authorization", conversion.stored(value, as: "token"))
    }
    let scheme = String(decoding: bytes[..<space], as: UTF8.self)
    let rest = String(
      decoding: bytes[bytes.index(after: space)...].drop { $0 == 0x20 }, as: UTF8.self)
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
    guard isScheme else { return append("Authorization", conversion.stored(value, as: "token")) }
    var text = DraftText("\(scheme) ")
    for part in conversion.stored(rest, as: "token").parts { text.append(part) }
    append("Authorization", text)
  }
}
