import APICallHTTP
import APICallSafety
import APICallText

/// Decides which values become inputs, so that no file and no message contains a credential.
enum SecretGate {
  /// The length in bytes from which a word of letters and digits is random.
  private static let randomLength = 24

  /// Names whose values are credentials in requests, besides those of responses.
  private static let names: Set<String> = [
    "signature", "sig", "session", "sid", "auth", "pass", "passphrase", "credential", "credentials",
    "otp", "totp", "pin", "appid",
  ]

  /// Whether the value of a header field is a credential, or contains one.
  static func isSecret(header name: String, _ value: String) -> Bool {
    CredentialFields.contain(name) || NamedSecrets.containHeader(name) || isNamed(name)
      || hasShape(value) || isRandom(value) && !isOfContent(name) || hasUser(value)
  }

  /// Whether the value of an item of a query, a form or a JSON object is a credential.
  static func isSecret(item name: String, _ value: String) -> Bool {
    NamedSecrets.contain(name.utf8) || names.contains(plain(name)) || hasShape(value)
      || hasUser(value)
  }

  /// Whether a segment of a path is a credential: it has the shape of one, or many random characters.
  static func isSecret(segment: String) -> Bool {
    let bytes = segment.utf8
    return hasShape(segment)
      || !beginning(ofSegment: segment).isEmpty
      || isRandom(segment) && bytes.contains { (0x41...0x5A).contains($0) }
        && bytes.contains { (0x61...0x7A).contains($0) }
  }

  /// What stands before the credential in a segment: `bot123456:` for a bot of Telegram.
  static func beginning(ofSegment segment: String) -> String {
    let bytes = segment.utf8
    let digits = bytes.dropFirst(3).prefix(while: \.isASCIIDigit)
    guard bytes.starts(with: "bot".utf8), !digits.isEmpty,
      bytes[digits.endIndex...].first == UInt8(ascii: ":")
    else { return "" }
    return String(decoding: bytes[...digits.endIndex], as: UTF8.self)
  }

  /// Whether a segment of a path after others is the credential of a webhook: a long word of letters
  /// and digits after a segment such as `webhooks`, or at a host such as `hooks.slack.com`.
  static func isSecret(
    segment: String, after others: some Sequence<String>, at host: String
  ) -> Bool {
    if isSecret(segment: segment) { return true }
    let bytes = segment.utf8
    let isLong =
      bytes.count >= 16 && bytes.contains(where: \.isASCIILetter)
      && bytes.allSatisfy { $0.isASCIILetterOrDigit || "@_-.".utf8.contains($0) }
    let isMixed =
      bytes.contains(where: \.isASCIIDigit)
      || bytes.contains { (0x41...0x5A).contains($0) } && bytes.contains { $0 > 0x60 }
    return isLong && isMixed
      && (host.lowercased().hasPrefix("hooks.")
        || others.contains { $0.lowercased().contains("hook") })
  }

  /// A name without its path, in lower case: `sig` of `user[Sig]`.
  private static func plain(_ name: String) -> String {
    let parts = name.lowercased().split { "[].".contains($0) }
    return parts.last.map(String.init) ?? ""
  }

  /// Whether a header field has the name of a credential: `X-Session-Id`, `X-Auth-Key`.
  private static func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    let bare = name.hasPrefix("x-") ? String(name.dropFirst(2)) : name
    return NamedSecrets.contain(bare.utf8) || names.contains(bare) || name.hasSuffix("-signature")
      || name.hasSuffix("-key") && !name.hasSuffix("idempotency-key") && !name.hasPrefix("sec-")
  }

  /// Whether a header field describes content, so that it is not random.
  private static func isOfContent(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("content-") || name.hasPrefix("accept") || name == "host"
  }

  private static func hasUser(_ value: String) -> Bool {
    guard let scheme = value.utf8.firstRange(of: "://".utf8) else { return false }
    let authority = value.utf8[scheme.upperBound...].prefix { !"/?#".utf8.contains($0) }
    guard let sign = authority.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return authority[..<sign].contains(UInt8(ascii: ":"))
  }

  private static func hasShape(_ value: String) -> Bool {
    !SecretShape.matches(in: Array(value.utf8)).isEmpty
  }

  private static func isRandom(_ value: String) -> Bool {
    value.utf8.count >= randomLength
      && value.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+/=_-".utf8.contains($0) }
      && value.utf8.contains(where: \.isASCIIDigit)
      && value.utf8.contains { $0.isASCIILetterOrDigit && !$0.isASCIIDigit }
  }

  /// Replaces a credential by a secret input, without the scheme before it: `Bearer <token>`.
  static func hide(
    _ value: String, of name: String, as type: String? = nil, in draft: inout RequestDraft
  ) -> (text: DraftText, input: String, secret: String) {
    var scheme = ""
    var secret = Substring(value)
    if let space = value.firstIndex(of: " "), CredentialFields.contain(name) {
      scheme = String(value[...space])
      secret = value[value.index(after: space)...]
    }
    let input = InputName.unused(for: name, in: draft.inputs.map(\.name))
    draft.add(RequestDraft.Input(name: input, isSecret: true, type: type))
    return (DraftText([.literal(scheme), .input(input)]), input, String(secret))
  }
}
