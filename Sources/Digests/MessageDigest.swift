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

/// The digest SHA-256 (FIPS 180-4, RFC 6234) and the HMAC that is made with it (RFC 2104).
package enum SHA256 {
  /// The octets of a digest.
  package static let length = 32

  /// Digests a message: SHA256(3ssl).
  ///
  /// - Parameter message: any octets.
  /// - Returns: 32 octets; nil where libcrypto is set up not to compute SHA-256.
  package static func digest(of message: [UInt8]) -> [UInt8]? {
    var isDone = false
    let digest = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      isDone = CLibCrypto.SHA256(message, message.count, buffer.baseAddress) != nil
      count = isDone ? length : 0
    }
    return isDone ? digest : nil
  }

  /// Authenticates a message: HMAC(3ssl).
  ///
  /// - Parameters:
  ///   - message: any octets.
  ///   - key: the key, of any length.
  /// - Returns: 32 octets; nil where libcrypto is set up not to compute them.
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard let keyLength = CInt(exactly: key.count) else { return nil }
    var isDone = false
    let code = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      // HMAC takes no key where it gets no address, so an empty one has one all the same.
      let address = key.isEmpty ? [0] : key
      isDone =
        HMAC(
          EVP_sha256(), address, keyLength, message, message.count, buffer.baseAddress, nil) != nil
      count = isDone ? length : 0
    }
    return isDone ? code : nil
  }
}
