package import APICallBase

/// A client's certificate with its key.
package struct ClientCertificate: Sendable {
  /// A file in PEM form; it may hold the key as well (`CURLOPT_SSLCERT`).
  package var file: String
  /// A file with the key in PEM form; nil where the certificate's file has it (`CURLOPT_SSLKEY`).
  package var key: String?
  /// What opens the key; nil where it is open (`CURLOPT_KEYPASSWD`).
  package var passphrase: ProtectedText?

  /// Creates a certificate.
  ///
  /// - Parameters:
  ///   - file: the file of the certificate.
  ///   - key: the file of the key, or nil.
  ///   - passphrase: what opens the key, or nil.
  package init(file: String, key: String? = nil, passphrase: ProtectedText? = nil) {
    self.file = file
    self.key = key
    self.passphrase = passphrase
  }
}
