import Glibc

/// The certificate authorities to trust.
///
/// OpenSSL takes 16 ms to parse the system's bundle. It reads a folder only as far as it needs to,
/// provided that the file names there are hashes of the authorities' names (openssl-rehash(1)).
package struct TrustStore: Sendable, Hashable {
  /// A file with certificates in PEM form (`CURLOPT_CAINFO`).
  package var file: String?
  /// Folders separated by `:`, whose certificates are found by hash (`CURLOPT_CAPATH`).
  package var directory: String?

  /// Creates a store; with neither part, it is libcurl's default.
  package init(file: String? = nil, directory: String? = nil) {
    self.file = file
    self.directory = directory
  }

  /// Finds the system's store.
  ///
  /// `SSL_CERT_FILE` and `SSL_CERT_DIR` come first, as in OpenSSL; then the folder, if it has a
  /// hashed name; then the bundle. An `SSL_CERT_FILE` that names the system's own bundle, as is
  /// common in containers and on CI machines, makes no difference.
  package static func system(
    environment: ((String) -> String?)? = nil,
    directory: String = "/etc/ssl/certs", bundle: String = "/etc/ssl/certs/ca-certificates.crt"
  ) -> TrustStore {
    func variable(_ name: String) -> String? {
      let value = environment.map { $0(name) } ?? getenv(name).map { String(cString: $0) }
      return value.flatMap { $0.isEmpty ? nil : $0 }
    }
    let named = TrustStore(file: variable("SSL_CERT_FILE"), directory: variable("SSL_CERT_DIR"))
    if named != TrustStore(), named != TrustStore(file: bundle) { return named }
    if hasHashedName(directory) { return TrustStore(directory: directory) }
    return access(bundle, R_OK) == 0 ? TrustStore(file: bundle) : TrustStore()
  }

  /// Returns whether a folder has a name such as `02265526.0`, looking no further than the first.
  private static func hasHashedName(_ directory: String) -> Bool {
    guard let stream = opendir(directory) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let isHashed = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        name.prefix(8).allSatisfy(isHexDigit) && name.dropFirst(8).starts(with: [0x2e, 0x30, 0])
      }
      if isHashed { return true }
    }
    return false
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
