import APICallContracts
import CLibCurl

extension CurlFailure {
  var tlsProblem: Told {
    if proxyVerifyResult != 0, let proxy {
      let reason = Self.verdict(proxyVerifyResult) ?? sentence
      return Told(.tls, "the proxy \(proxy): \(reason)", hint: trustHint)
    }
    switch code {
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return Told(
        .tls, "the server's key does not match the pinned keys",
        hint: "the traffic may be intercepted, or the server has a new key: ask its operator")
    case CURLE_SSL_CACERT_BADFILE where connection?.trust == nil:
      return Told(
        .tls, sentence,
        hint: "install ca-certificates, set SSL_CERT_FILE to a file with CA certificates, or use "
          + "--cacert FILE")
    case CURLE_SSL_CACERT_BADFILE:
      return Told(.tls, sentence, hint: "it must contain CA certificates in PEM form")
    case CURLE_SSL_CERTPROBLEM: return Told(.tls, certificateProblem, hint: certificateHint)
    default: break
    }
    if connection?.isInsecure != true, let verdict = Self.verdict(verifyResult) {
      let isUntrusted = [2, 18, 19, 20, 21].contains(verifyResult)
      return Told(.tls, verdict, hint: isUntrusted ? trustHint : nil)
    }
    if text.contains("subject name") { return Told(.tls, "the certificate is not for this host") }
    if text.hasSuffix("wrong version number") {
      return Told(.tls, "the server does not speak TLS")
    }
    if let start = text.firstRange(of: "routines::")?.upperBound {
      return alert(String(text[start...].prefix { $0 != "," }))
    }
    if code == CURLE_SSL_CONNECT_ERROR, let systemReason { return Told(.tls, systemReason) }
    return Told(.tls, sentence)
  }

  /// Returns the meaning of the server's alert (RFC 8446, section 6), or OpenSSL's own words.
  private func alert(_ words: String) -> Told {
    let least = (connection?.minimumTLS ?? .tls12).rawValue
    let hasCertificate = connection?.clientCertificate != nil
    switch words {
    case "tlsv1 alert protocol version", "unsupported protocol", "unsupported version":
      return Told(.tls, "the server does not speak TLS \(least) or newer")
    case "tlsv13 alert certificate required", "tlsv1 alert certificate required":
      return Told(
        .tls, "the server requires a client certificate",
        hint: "use --cert FILE, and --key FILE if the key is in another file")
    case "sslv3 alert handshake failure" where !hasCertificate:
      return Told(
        .tls, words, hint: "the server may require a client certificate: use --cert FILE")
    case "tlsv1 alert unknown ca", "sslv3 alert bad certificate",
      "sslv3 alert certificate unknown", "sslv3 alert certificate expired",
      "sslv3 alert certificate revoked", "tlsv1 alert access denied",
      "sslv3 alert unsupported certificate":
      guard hasCertificate else { return Told(.tls, words) }
      return Told(.tls, "the server does not accept the client certificate: \(words)")
    default: return Told(.tls, words)
    }
  }

  /// Whether a receive error is a TLS alert.
  ///
  /// In TLS 1.3, the server may check the client certificate only after the client has finished the
  /// handshake.
  var isLateAlert: Bool { text.contains("SSL routines::") && text.contains(" alert ") }

  private var certificateProblem: String {
    text.contains("private key") || text.contains("does not match")
      ? "the key of the client certificate cannot be used: \(sentence)"
      : "the client certificate cannot be used: \(sentence)"
  }

  private var certificateHint: String {
    connection?.clientCertificate?.passphrase == nil
      ? "the files must be in PEM form; use --passphrase-file for a key with a passphrase"
      : "the files must be in PEM form, and the passphrase must be that of the key"
  }

  private var trustHint: String {
    connection?.trust == nil
      ? "use --cacert FILE to trust the CA certificates in a file"
      : "only the CA certificates of --cacert and --capath, or of 'ca', are trusted"
  }

  /// Returns X509_STORE_CTX_get_error(3) in words; nil for a valid certificate and for other
  /// verdicts.
  private static func verdict(_ number: Int) -> String? {
    switch number {
    case 9: "the certificate is not yet valid"
    case 10: "the certificate has expired"
    case 18: "the certificate is self-signed"
    case 19: "the certificate chain ends in a self-signed certificate that is not trusted"
    case 2, 20, 21: "the certificate's CA is not trusted"
    case 23: "the certificate is revoked"
    case 62: "the certificate is not for this host"
    default: nil
    }
  }
}
