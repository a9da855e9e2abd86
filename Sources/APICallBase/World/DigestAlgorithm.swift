/// The digests besides SHA-256.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
  case sha1 = "SHA1"
  case sha384 = "SHA384"
  case sha512 = "SHA512"
  case md5 = "MD5"

  /// The name as filters use it.
  package var name: String { rawValue.lowercased() }
}
