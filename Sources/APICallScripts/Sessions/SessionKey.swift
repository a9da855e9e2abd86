import APICallBase
import APICallSafety
package import APICallText
import JSONText

/// The key of a call in a session: for calls with the same key, a session keeps the same outputs.
///
/// It never prints the values of inputs.
package struct SessionKey: Sendable, Hashable {
  /// The prefix of the name of an auth type, in place of a spec.
  static let authMark = "auth "
  /// The prefix of the name of cookies, in place of a spec.
  static let cookieMark = "cookies "

  /// The canonical path of the spec; for a token, `auth` and its auth type; for cookies, `cookies`
  /// and their name.
  package let spec: String
  package let profile: String?
  /// The origin that the call goes to, such as `https://api.example.com`.
  package let origin: String
  /// Names and values as JSON, in the order of the names.
  private let inputs: ProtectedText

  /// Creates a key; nil if the outputs of the call cannot be kept: an input is bytes or a file,
  /// whose content may change, or the path is not UTF-8.
  package init?(
    spec: String, inputs: [(name: String, value: Value)], profile: String?, origin: String,
    isTrusted: Bool = false
  ) {
    // A path that is not UTF-8 has replacement characters, as another such path would.
    guard !spec.contains("\u{FFFD}") else { return nil }
    self.spec = spec
    self.profile = profile
    self.origin = origin
    var bytes = Array("{".utf8)
    // An input cannot have the empty name.
    let trust = isTrusted ? [(name: "", value: Value.text("trusted"))] : []
    let ordered = (trust + inputs).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (index, input) in ordered.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: input.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      switch input.value {
      case .text(let text): JSONWriter.append(string: text, to: &bytes)
      case .json(let json): bytes += Self.compact(Array(json.bytes))
      case .bytes, .file: return nil
      }
    }
    bytes.append(UInt8(ascii: "}"))
    self.inputs = ProtectedText(bytes: bytes, isSecret: true)
  }

  /// The value without white space, but otherwise as written: a different order of keys, or
  /// different digits of a number, are sent differently.
  package static func compact(_ json: [UInt8]) -> [UInt8] {
    (try? JSONCompactor.compact(json.span, maxDepth: SessionEntry.depth)) ?? json
  }

  static func isSpec(_ text: String) -> Bool {
    ["/", authMark, cookieMark].contains { text.utf8.starts(with: $0.utf8) }
  }

  /// The digest of the inputs, which is kept in place of them.
  ///
  /// Returns 64 hexadecimal digits (HMAC-SHA-256, RFC 2104). Throws a ``Failure`` if the machine
  /// cannot compute it.
  func digest(with salt: ProtectedText, by digests: World.Digests) throws(Failure) -> String {
    guard let code = digests.hmacSHA256(inputs.revealedBytes, salt.revealedBytes) else {
      throw SessionProblem.noDigest
    }
    return Hexadecimal.encode(code)
  }

  /// The name of the file: a digest of all parts of the key, computed like that of the inputs.
  func name(with salt: ProtectedText, by digests: World.Digests) throws(Failure) -> String {
    try Self.name(spec, profile, origin, digest(with: salt, by: digests), salt, digests)
  }

  static func name(
    _ spec: String, _ profile: String?, _ origin: String, _ digest: String, _ salt: ProtectedText,
    _ digests: World.Digests
  ) throws(Failure) -> String {
    let parts = BuiltJSON.list([
      .text(spec), BuiltJSON(profile), .text(origin), .text(digest),
    ])
    guard let code = digests.hmacSHA256(Array(parts.compact.utf8), salt.revealedBytes) else {
      throw SessionProblem.noDigest
    }
    return Hexadecimal.encode(code)
  }

  package static func isDigest(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy(\.isASCIIHexDigit)
  }
}
