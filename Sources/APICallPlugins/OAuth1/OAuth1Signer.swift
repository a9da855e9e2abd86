import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// Signs each request with the secrets, or the key, of a client (RFC 5849, section 3).
struct OAuth1Signer: RequestSigner {
  enum Method: String, CaseIterable {
    case hmacSHA1 = "HMAC-SHA1"
    case hmacSHA256 = "HMAC-SHA256"
    case rsaSHA256 = "RSA-SHA256"
  }

  private static let longestForm = 16 << 20
  private static let nonceLength = 16

  private let values: OptionValues
  private let world: World
  private let method: Method

  init(_ values: OptionValues, in world: World) {
    self.values = values
    self.world = world
    method =
      values["signature_method"].flatMap { Method(rawValue: $0.revealed) }
      ?? (values["key"] == nil ? .hmacSHA1 : .rsaSHA256)
  }

  func answers(_ refusal: ResponseHead) -> Bool { false }

  func credentials(
    for request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
  ) async throws(ExchangeError) -> [AuthCredential] {
    var fields: [(name: String, value: ProtectedText)] = [
      ("oauth_consumer_key", values["consumer_key"] ?? ""),
      ("oauth_signature_method", ProtectedText(method.rawValue)),
      ("oauth_timestamp", ProtectedText(String(world.now().seconds))),
      ("oauth_nonce", ProtectedText(Hexadecimal.encode(world.randomBytes(Self.nonceLength)))),
      ("oauth_version", "1.0"),
    ]
    if let token = values["token"] { fields.append(("oauth_token", token)) }
    let text = try textToSign(request, fields)
    let secrecy = Secrecy.joined(
      ["consumer_secret", "token_secret", "key"].compactMap { values[$0]?.secrecy }
    ).asMasked
    fields.append(
      ("oauth_signature", ProtectedText(Base64.encode(try signature(of: text)), secrecy)))
    if let realm = values["realm"] { fields.insert(("realm", realm), at: 0) }
    var value: ProtectedText = "OAuth "
    for (index, field) in fields.enumerated() {
      value.append(ProtectedText("\(index > 0 ? ", " : "")\(field.name)=\""))
      value.append(PercentEncoding.encode(field.value, for: .value))
      value.append("\"")
    }
    return [AuthCredential(value, at: .header("Authorization"))]
  }

  /// The signature base string (section 3.4.1).
  private func textToSign(
    _ request: OutgoingRequest, _ fields: [(name: String, value: ProtectedText)]
  ) throws(ExchangeError) -> [UInt8] {
    var pairs = FormEncoding.split(request.url.query?.revealedBytes ?? [])
    if let body = request.body, Self.isForm(request) {
      guard body.isRepeatable else {
        throw .authorization(.unrepeatableBody(scheme: OAuth1Auth.name))
      }
      guard (body.size ?? 0) <= Self.longestForm else {
        throw .authorization(.tooLongBody(scheme: OAuth1Auth.name, limit: Self.longestForm))
      }
      do {
        pairs += FormEncoding.split(try body.bytes(limit: Self.longestForm))
      } catch {
        throw .unreadableBody(error)
      }
    }
    pairs += fields.map { [Array($0.name.utf8), $0.value.revealedBytes] }
    let parameters = FormEncoding.sorted(pairs)
    let place = Array(request.url.origin.description.utf8) + request.url.path.revealedBytes
    return [Array(request.method.uppercased().utf8), place, parameters].map(Self.encoded)
      .joined(separator: [UInt8(ascii: "&")]).map { $0 }
  }

  private static func isForm(_ request: OutgoingRequest) -> Bool {
    request.headers.contains {
      $0.isNamed("Content-Type")
        && $0.value.revealed.lowercased().hasPrefix("application/x-www-form-urlencoded")
    }
  }

  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    PercentEncoding.encode(bytes, for: .value)
  }

  private func signature(of text: [UInt8]) throws(ExchangeError) -> [UInt8] {
    let key = ["consumer_secret", "token_secret"].map {
      Self.encoded(values[$0]?.revealedBytes ?? [])
    }.joined(separator: [UInt8(ascii: "&")])
    let code: [UInt8]?
    switch method {
    case .hmacSHA1: code = world.digests.code(.sha1, text, Array(key))
    case .hmacSHA256: code = world.digests.hmacSHA256(text, Array(key))
    case .rsaSHA256:
      do {
        code = try world.digests.signatures.sign(.rs256, text, values["key"]?.revealedBytes ?? [])
      } catch {
        throw .noToken(TokenFailure(.badInput, "the 'key' of oauth1 \(error.reason(for: .rs256))"))
      }
    }
    guard let code else {
      throw .noToken(TokenFailure(.other, "this machine cannot compute \(method.rawValue)"))
    }
    return code
  }
}
