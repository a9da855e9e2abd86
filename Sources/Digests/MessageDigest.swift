import CLibCrypto

/// The digests that HTTP authentication knows besides SHA-256 (RFC 7616, section 3.3): of no use
/// where nobody may find another message with the same digest.
package enum MessageDigest {
  /// The digest MD5 (RFC 1321): EVP_Q_digest(3ssl).
  ///
  /// - Parameter message: any octets.
  /// - Returns: 16 octets; nil where libcrypto is set up not to compute MD5.
  package static func md5(of message: [UInt8]) -> [UInt8]? { digest(of: message, by: "MD5") }

  /// The digest SHA-512/256 (FIPS 180-4): EVP_Q_digest(3ssl).
  ///
  /// - Parameter message: any octets.
  /// - Returns: 32 octets; nil where libcrypto is set up not to compute it.
  package static func sha512_256(of message: [UInt8]) -> [UInt8]? {
    digest(of: message, by: "SHA512-256")
  }

  private static func digest(of message: [UInt8], by name: String) -> [UInt8]? {
    var length = 0
    let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      let isDone =
        EVP_Q_digest(
          nil, name, nil, message, message.count, buffer.baseAddress, &length) == 1
      count = isDone ? length : 0
    }
    return digest.isEmpty ? nil : digest
  }
}
