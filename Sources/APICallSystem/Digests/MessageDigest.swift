import APICallBase
import CLibOpenSSL

/// The digests besides SHA-256: those of HTTP authentication (RFC 7616, section 3.3), and any by its
/// name in OpenSSL.
///
/// Do not use them where collisions would do harm.
package enum MessageDigest {
  /// Computes the SHA-512/256 digest (FIPS 180-4): EVP_Q_digest(3ssl).
  package static func sha512_256(of message: [UInt8]) -> [UInt8]? {
    digest(of: message, by: "SHA512-256")
  }

  /// Computes a digest: EVP_Q_digest(3ssl).
  package static func digest(of message: [UInt8], by name: String) -> [UInt8]? {
    var length = 0
    let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      let isDone =
        EVP_Q_digest(
          nil, name, nil, message, message.count, buffer.baseAddress, &length) == 1
      count = isDone ? length : 0
    }
    return digest.isEmpty ? nil : digest
  }

  /// Computes the authentication code of a message (RFC 2104): HMAC(3ssl).
  package static func authenticationCode(
    of message: [UInt8], key: [UInt8], by name: String
  ) -> [UInt8]? {
    authenticationCode(of: message, key: key, EVP_get_digestbyname(name))
  }

  fileprivate static func authenticationCode(
    of message: [UInt8], key: [UInt8], _ digest: OpaquePointer?
  ) -> [UInt8]? {
    guard let digest, let keyLength = CInt(exactly: key.count) else { return nil }
    var length: CUnsignedInt = 0
    let code = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      // HMAC takes a null address as "no key", so an empty key gets a non-null address.
      let isDone =
        HMAC(
          digest, key.isEmpty ? [0] : key, keyLength, message, message.count, buffer.baseAddress,
          &length) != nil
      count = isDone ? Int(length) : 0
    }
    return code.isEmpty ? nil : code
  }
}

/// The SHA-256 digest (FIPS 180-4, RFC 6234) and the HMAC based on it (RFC 2104).
package enum SHA256 {
  package static let length = 32

  private static let blockLength = 64

  /// Computes the digest of a message: SHA256_Init(3ssl) and its relatives.
  ///
  /// A program that makes one call needs no more of OpenSSL than that, and to set up the rest takes as
  /// long as the call.
  package static func digest(of message: [UInt8]) -> [UInt8]? { digest(of: message, after: []) }

  private static func digest(of message: [UInt8], after start: [UInt8]) -> [UInt8]? {
    var context = SHA256_CTX()
    guard SHA256_Init(&context) == 1, SHA256_Update(&context, start, start.count) == 1,
      SHA256_Update(&context, message, message.count) == 1
    else { return nil }
    var digest = [UInt8](repeating: 0, count: length)
    return SHA256_Final(&digest, &context) == 1 ? digest : nil
  }

  /// Computes the authentication code of a message (RFC 2104, section 2).
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard let key = key.count > blockLength ? digest(of: key) : key else { return nil }
    let block = key + [UInt8](repeating: 0, count: blockLength - key.count)
    return digest(of: message, after: block.map { $0 ^ 0x36 })
      .flatMap { digest(of: $0, after: block.map { $0 ^ 0x5C }) }
  }
}

/// The SHA-256 digest of a message that comes in pieces: EVP_DigestUpdate(3ssl).
final class SHA256InPieces: DigestInPieces {
  private let context: OpaquePointer?
  private var isValid: Bool

  init() {
    context = EVP_MD_CTX_new()
    isValid = EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
  }

  deinit { EVP_MD_CTX_free(context) }

  func add(_ piece: [UInt8]) {
    isValid = isValid && EVP_DigestUpdate(context, piece, piece.count) == 1
  }

  func finish() -> [UInt8]? {
    guard isValid else { return nil }
    isValid = false
    let digest = [UInt8](unsafeUninitializedCapacity: SHA256.length) { buffer, count in
      count = EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1 ? SHA256.length : 0
    }
    return digest.isEmpty ? nil : digest
  }
}
