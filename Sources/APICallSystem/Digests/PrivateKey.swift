package import APICallBase
import CLibOpenSSL

extension Signatures {
  /// The signatures of OpenSSL.
  package static let system: Signatures = {
    var signatures = Signatures()
    signatures.algorithm = { (pem) throws(SignatureProblem) in try PrivateKey(pem).usualAlgorithm }
    signatures.sign = { (algorithm, message, pem) throws(SignatureProblem) in
      try PrivateKey(pem).sign(message, by: algorithm)
    }
    return signatures
  }()
}

/// A private key, which OpenSSL holds: EVP_PKEY(3ssl).
private struct PrivateKey: ~Copyable {
  /// The numbers of the kinds of keys in OpenSSL: EVP_PKEY_RSA, EVP_PKEY_EC and EVP_PKEY_ED25519.
  private enum Kind: CInt {
    case rsa = 6
    case ec = 408
    case ed25519 = 1087
  }

  private let key: OpaquePointer

  /// Reads PKCS #8, PKCS #1 or SEC 1 in PEM: PEM_read_bio_PrivateKey(3ssl).
  init(_ pem: [UInt8]) throws(SignatureProblem) {
    guard let length = CInt(exactly: pem.count), let source = BIO_new_mem_buf(pem, length) else {
      throw .notKey
    }
    defer { BIO_free(source) }
    // With an empty passphrase, OpenSSL does not ask for one on the terminal.
    var passphrase: CChar = 0
    guard let key = PEM_read_bio_PrivateKey(source, nil, nil, &passphrase) else {
      ERR_clear_error()
      throw .notKey
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  private var kind: Kind? { Kind(rawValue: EVP_PKEY_get_base_id(key)) }
  private var bits: CInt { EVP_PKEY_get_bits(key) }

  private var description: String {
    switch kind {
    case .rsa: "an RSA key"
    case .ec: "an EC key of \(bits) bits"
    case .ed25519: "an Ed25519 key"
    case nil: "a key of another kind"
    }
  }

  var usualAlgorithm: SignatureAlgorithm {
    get throws(SignatureProblem) {
      switch (kind, bits) {
      case (.rsa, _): .rs256
      case (.ec, 256): .es256
      case (.ec, 384): .es384
      case (.ec, 521): .es512
      case (.ed25519, _): .edDSA
      default: throw .wrongKey(description)
      }
    }
  }

  /// Signs a message: EVP_DigestSign(3ssl).
  func sign(
    _ message: [UInt8], by algorithm: SignatureAlgorithm
  ) throws(SignatureProblem) -> [UInt8] {
    let digest = try digest(of: algorithm)
    guard let context = EVP_MD_CTX_new() else { throw .unavailable }
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    var options: OpaquePointer?
    guard EVP_DigestSignInit(context, &options, digest, nil, key) == 1 else { throw .unavailable }
    if [.ps256, .ps384, .ps512].contains(algorithm) {
      // The salt is as long as the digest (RFC 7518, section 3.5).
      guard EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) == 1,
        EVP_PKEY_CTX_set_rsa_pss_saltlen(options, -1) == 1
      else { throw .unavailable }
    }
    var length = 0
    guard EVP_DigestSign(context, nil, &length, message, message.count) == 1 else {
      throw .unavailable
    }
    var isDone = false
    let signature = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      isDone =
        EVP_DigestSign(context, buffer.baseAddress, &length, message, message.count) == 1
      count = isDone ? length : 0
    }
    guard isDone else { throw .unavailable }
    guard kind == .ec else { return signature }
    guard let numbers = DERNumbers.joined(signature, each: Int(bits + 7) / 8) else {
      throw .unavailable
    }
    return numbers
  }

  /// The digest of an algorithm, which is a part of it for Ed25519; the key has to be for it.
  private func digest(of algorithm: SignatureAlgorithm) throws(SignatureProblem) -> OpaquePointer? {
    switch (algorithm, kind, bits) {
    case (.rs256, .rsa, _), (.ps256, .rsa, _), (.es256, .ec, 256): EVP_sha256()
    case (.rs384, .rsa, _), (.ps384, .rsa, _), (.es384, .ec, 384): EVP_sha384()
    case (.rs512, .rsa, _), (.ps512, .rsa, _), (.es512, .ec, 521): EVP_sha512()
    case (.edDSA, .ed25519, _): nil
    default: throw .wrongKey(description)
    }
  }
}

/// The two numbers of an ECDSA signature.
private enum DERNumbers {
  /// Returns both in a fixed length, one after the other (RFC 7518, section 3.4); nil if the bytes
  /// are not a DER sequence of two numbers.
  static func joined(_ bytes: [UInt8], each length: Int) -> [UInt8]? {
    var rest = bytes[...]
    guard let sequence = value(of: 0x30, in: &rest), rest.isEmpty else { return nil }
    rest = sequence
    guard let first = value(of: 0x02, in: &rest), let second = value(of: 0x02, in: &rest),
      rest.isEmpty
    else { return nil }
    var numbers: [UInt8] = []
    for number in [first, second].map({ $0.drop { $0 == 0 } }) {
      guard number.count <= length else { return nil }
      numbers += [UInt8](repeating: 0, count: length - number.count) + number
    }
    return numbers
  }

  /// Takes the contents of a value with a tag.
  private static func value(of tag: UInt8, in bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>?
  {
    guard bytes.popFirst() == tag, var count = bytes.popFirst().map(Int.init) else { return nil }
    if count == 0x81 {
      guard let long = bytes.popFirst() else { return nil }
      count = Int(long)
    }
    guard count < 0x100, bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }
}
