import APICallBase
import APICallText

/// The signature of a canonical request (AWS Signature Version 4, "Calculate the signature").
struct SigV4Signature {
  static let algorithm = "AWS4-HMAC-SHA256"

  /// What the key of the signature is for: `20260131/eu-west-1/s3/aws4_request`.
  let place: String
  let textToSign: String
  /// The signature in hexadecimal digits.
  let digits: String

  /// Signs a request; nil if the machine cannot compute SHA-256.
  init?(
    of request: CanonicalRequest, at time: String, for scope: SigningScope, by secret: [UInt8],
    _ digests: World.Digests
  ) {
    guard let digest = digests.sha256(request.bytes) else { return nil }
    place = "\(time.prefix(8))/\(scope.region)/\(scope.service)/aws4_request"
    textToSign = "\(Self.algorithm)\n\(time)\n\(place)\n" + Hexadecimal.encode(digest)
    var key = Array("AWS4".utf8) + secret
    for text in place.split(separator: "/").map(String.init) + [textToSign] {
      guard let code = digests.hmacSHA256(Array(text.utf8), key) else { return nil }
      key = code
    }
    digits = Hexadecimal.encode(key)
  }
}
