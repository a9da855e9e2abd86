import APICallBase
import APICallHTTP

/// The response to a challenge for one request: the digests of RFC 7616, section 3.4.
struct DigestAnswer: Sendable {
  let challenge: DigestChallenge
  let username: [UInt8]
  let password: [UInt8]
  /// The client's addition to the nonce, so that no server can choose the whole input of the
  /// digest.
  let clientNonce: String
  /// The number of requests that used the nonce, including this one.
  let count: Int
  let method: String
  let target: [UInt8]
  /// The digits of the body's digest, if the challenge requires them.
  let bodyDigits: [UInt8]
  let digests: World.Digests

  private var countDigits: String {
    let digits = String(count, radix: 16)
    return String(repeating: "0", count: max(8 - digits.count, 0)) + digits
  }

  /// The value of the field Authorization, in which the server's own texts have the bytes that it
  /// sent; nil if the digest is not available on this system.
  var fieldValue: [UInt8]? {
    guard let response = response(to: Array(method.utf8)), let name else { return nil }
    var value = Array("Digest ".utf8) + name + ", realm=".utf8 + Self.quoted(challenge.realm)
    value += ", uri=".utf8 + Self.quoted(target)
    if let algorithm = challenge.algorithmName { value += ", algorithm=\(algorithm)".utf8 }
    value += ", nonce=".utf8 + Self.quoted(challenge.nonce)
    if let protection = challenge.protection {
      value += ", nc=\(countDigits), cnonce=".utf8 + Self.quoted(Array(clientNonce.utf8))
      value += ", qop=\(protection.rawValue)".utf8
    }
    value += ", response=\"\(response)\"".utf8
    if let opaque = challenge.opaque { value += ", opaque=".utf8 + Self.quoted(opaque) }
    return challenge.hidesName ? value + ", userhash=true".utf8 : value
  }

  /// The server's proof that it knows the password, in Authentication-Info (section 3.5); nil if it
  /// depends on a body that has not arrived yet.
  var serverResponse: String? {
    challenge.protection == .body ? nil : response(to: [])
  }

  /// The digest that proves knowledge of the password.
  ///
  /// Returns its digits; nil if the digest is not available on this system.
  private func response(to method: [UInt8]) -> String? {
    let (nonce, clientNonce) = (challenge.nonce, Array(clientNonce.utf8))
    guard var secret = digits(username, challenge.realm, password) else { return nil }
    if challenge.algorithm.isSession {
      guard let bound = digits(secret, nonce, clientNonce) else { return nil }
      secret = bound
    }
    let isOfBody = challenge.protection == .body
    guard
      let message = isOfBody ? digits(method, target, bodyDigits) : digits(method, target)
    else { return nil }
    let response =
      if let protection = challenge.protection {
        digits(
          secret, nonce, Array(countDigits.utf8), clientNonce, Array(protection.rawValue.utf8),
          message)
      } else {
        digits(secret, nonce, message)
      }
    return response.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The parameter with the user name: unchanged, as a digest (section 3.4.4), or encoded (RFC
  /// 8187) if it is not ASCII and the server reads UTF-8.
  private var name: [UInt8]? {
    if challenge.hidesName {
      return digits(username, challenge.realm).map { "username=".utf8 + Self.quoted($0) }
    }
    if challenge.readsUTF8, username.contains(where: { $0 >= 0x80 }) {
      return "username*=UTF-8''".utf8 + PercentEncoding.encode(username, for: .value)
    }
    return "username=".utf8 + Self.quoted(username)
  }

  private func digits(_ parts: [UInt8]...) -> [UInt8]? {
    var message: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { message.append(UInt8(ascii: ":")) }
      message += part
    }
    return challenge.algorithm.digits(of: message, by: digests)
  }

  /// A text in quotes (RFC 9110, section 5.6.4).
  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var quoted = [UInt8(ascii: "\"")]
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        quoted.append(UInt8(ascii: "\\"))
      }
      quoted.append(byte)
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
