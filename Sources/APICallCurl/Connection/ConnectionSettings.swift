package import APICallBase

/// How connections are made, where the usual way is not the one: what `curl` has options for.
///
/// All of it is the user's to say, never a spec's. What is nil, empty or false stays as libcurl and
/// the environment have it. TLS 1.2 is the least in any case.
package struct ConnectionSettings: Sendable {
  /// The proxy, in place of those of the environment (`CURLOPT_PROXY`).
  package var proxy: ProxyChoice?
  /// Hosts that are reached without a proxy, with commas between; `*` for all (`CURLOPT_NOPROXY`).
  package var noProxy: String?
  /// A socket of this machine that is connected to in place of any host
  /// (`CURLOPT_UNIX_SOCKET_PATH`).
  package var unixSocket: String?
  /// Addresses of names that are not looked up (`CURLOPT_RESOLVE`).
  package var resolutions: [HostResolution] = []
  /// Other hosts to connect to; Host and TLS keep to the URL's (`CURLOPT_CONNECT_TO`).
  package var detours: [HostDetour] = []
  /// The one kind of addresses that is connected to (`CURLOPT_IPRESOLVE`).
  package var addressFamily: AddressFamily?
  /// The version of HTTP that is spoken (`CURLOPT_HTTP_VERSION`).
  package var httpVersion: HTTPVersion?
  /// The most octets a second, in each direction (`CURLOPT_MAX_RECV_SPEED_LARGE`,
  /// `CURLOPT_MAX_SEND_SPEED_LARGE`).
  package var rateLimit: Int?
  /// The authorities to trust in place of the system's, for proxies too (`CURLOPT_CAINFO`,
  /// `CURLOPT_CAPATH`, `CURLOPT_PROXY_CAINFO`, `CURLOPT_PROXY_CAPATH`).
  package var trust: TrustStore?
  /// What servers that ask for it are shown.
  package var clientCertificate: ClientCertificate?
  /// The public keys of which the server has to have one (`CURLOPT_PINNEDPUBLICKEY`).
  package var pins: KeyPins?
  /// The least version of TLS (`CURLOPT_SSLVERSION`, `CURLOPT_PROXY_SSLVERSION`).
  package var minimumTLS = TLSVersion.tls12
  /// Whether the server's certificate is not checked (`CURLOPT_SSL_VERIFYPEER`,
  /// `CURLOPT_SSL_VERIFYHOST`); that of a proxy is.
  package var isInsecure = false

  /// Creates settings that change nothing.
  package init() {}

  /// A proxy, or none.
  package enum ProxyChoice: Sendable {
    /// No proxy, whatever the environment says.
    case direct
    /// This one.
    case address(ProxyAddress)
  }

  /// A kind of addresses.
  package enum AddressFamily: Sendable {
    case ipv4, ipv6
  }

  /// A version of HTTP, by the name that `--http-version` has for it.
  package enum HTTPVersion: String, Sendable, CaseIterable {
    case http10 = "1.0"
    case http11 = "1.1"
    /// HTTP/2 where TLS is spoken and the server offers it, else HTTP/1.1.
    case http2 = "2"
    /// HTTP/2 from the first octet on, without TLS too (RFC 9113, section 3.3).
    case http2PriorKnowledge = "2-prior-knowledge"
  }

  /// A version of TLS, by its number.
  package enum TLSVersion: String, Sendable, CaseIterable {
    case tls12 = "1.2"
    case tls13 = "1.3"
  }
}

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

/// Digests of public keys, of which a server has to have one: `sha256//BASE64[;sha256//BASE64]`.
package struct KeyPins: Sendable, Hashable {
  /// The list as `CURLOPT_PINNEDPUBLICKEY` takes it.
  let list: String

  /// Reads digests.
  ///
  /// - Parameter text: SHA-256 digests of public keys in the form of DER (SubjectPublicKeyInfo).
  /// - Throws: ``MalformedSetting``.
  package init(_ text: String) throws(MalformedSetting) {
    for pin in text.split(separator: ";", omittingEmptySubsequences: false) {
      guard Self.isPin(pin) else {
        throw MalformedSetting(
          "'\(pin)' is not the digest of a key",
          hint: "write sha256// and the 44 characters of its SHA-256 digest in base64, "
            + "several with ';' between")
      }
    }
    list = text
  }

  /// 32 octets are 43 digits and one `=`.
  private static func isPin(_ pin: Substring) -> Bool {
    guard pin.hasPrefix("sha256//"), pin.hasSuffix("="), pin.utf8.count == 52 else { return false }
    return pin.dropFirst(8).dropLast().utf8.allSatisfy {
      $0.isASCIILetterOrDigit || "+/".utf8.contains($0)
    }
  }
}

/// Why the text of a setting is not what it should be.
package struct MalformedSetting: Error, Sendable, Hashable {
  /// What is wrong, with the value met, secrets left out.
  package var reason: String
  /// How it is written.
  package var hint: String

  init(_ reason: String, hint: String) {
    self.reason = reason
    self.hint = hint
  }
}
