package import APICallHTTP
package import APICallSafety
import APICallText

/// How connections are made if not in the usual way: settings for which `curl` has options.
///
/// Only the user can set them, never a spec. Settings that are nil, empty or false leave the
/// defaults of libcurl and the environment. The minimum is TLS 1.2 in any case.
package struct CurlConnection: Sendable {
  /// The proxy, instead of those of the environment (`CURLOPT_PROXY`).
  package var proxy: ProxyChoice?
  /// Hosts to connect to without a proxy, separated by commas; `*` for all (`CURLOPT_NOPROXY`).
  package var noProxy: String?
  /// A local socket to connect to instead of any host (`CURLOPT_UNIX_SOCKET_PATH`).
  package var unixSocket: String?
  /// Addresses of names that are not looked up (`CURLOPT_RESOLVE`).
  package var resolutions: [HostResolution] = []
  /// Other hosts to connect to; Host and TLS keep the URL's host (`CURLOPT_CONNECT_TO`).
  package var detours: [HostDetour] = []
  /// The only kind of address to connect to (`CURLOPT_IPRESOLVE`).
  package var addressFamily: AddressFamily?
  /// The version of HTTP to use (`CURLOPT_HTTP_VERSION`).
  package var httpVersion: HTTPVersion?
  /// The largest number of bytes per second, in each direction (`CURLOPT_MAX_RECV_SPEED_LARGE`,
  /// `CURLOPT_MAX_SEND_SPEED_LARGE`).
  package var rateLimit: Int?
  /// The authorities to trust instead of the system's, for proxies too (`CURLOPT_CAINFO`,
  /// `CURLOPT_CAPATH`, `CURLOPT_PROXY_CAINFO`, `CURLOPT_PROXY_CAPATH`).
  package var trust: TrustStore?
  /// The authorities to trust for proxies, if the others are those of the server alone.
  var proxyTrust: TrustStore?
  /// The certificate for servers that request one.
  package var clientCertificate: ClientCertificate?
  /// The public keys of which the server must have one (`CURLOPT_PINNEDPUBLICKEY`).
  package var pins: KeyPins?
  /// The minimum version of TLS (`CURLOPT_SSLVERSION`, `CURLOPT_PROXY_SSLVERSION`).
  package var minimumTLS = TLSVersion.tls12
  /// Whether to skip checking the server's certificate (`CURLOPT_SSL_VERIFYPEER`,
  /// `CURLOPT_SSL_VERIFYHOST`); a proxy's certificate is always checked.
  package var isInsecure = false

  package init() {}

  /// Whether they leave nothing in a handle that the next request must not have: at most, they rule
  /// out proxies.
  var isPlain: Bool {
    if case .address = proxy { return false }
    return noProxy == nil && unixSocket == nil && resolutions.isEmpty && detours.isEmpty
      && addressFamily == nil && httpVersion == nil && rateLimit == nil
      && clientCertificate == nil && pins == nil && minimumTLS == .tls12 && !isInsecure
  }

  /// A proxy, or none.
  package enum ProxyChoice: Sendable {
    /// No proxy, whatever the environment sets.
    case direct
    case address(ProxyAddress)
  }

  /// A kind of address.
  package enum AddressFamily: Sendable {
    case ipv4, ipv6
  }

  /// A version of HTTP, by its name in `--http-version`.
  package enum HTTPVersion: String, Sendable, CaseIterable {
    case http10 = "1.0"
    case http11 = "1.1"
    /// HTTP/2 over TLS if the server offers it, otherwise HTTP/1.1.
    case http2 = "2"
    /// HTTP/2 from the first byte on, without TLS too (RFC 9113, section 3.3).
    case http2PriorKnowledge = "2-prior-knowledge"
  }

  /// A version of TLS, by its number.
  package enum TLSVersion: String, Sendable, CaseIterable {
    case tls12 = "1.2"
    case tls13 = "1.3"
  }
}

/// A client certificate with its key.
package struct ClientCertificate: Sendable {
  /// A file in PEM form, which may contain the key as well (`CURLOPT_SSLCERT`).
  package var file: String
  /// A file with the key in PEM form; nil if the key is in the certificate's file
  /// (`CURLOPT_SSLKEY`).
  package var key: String?
  /// The passphrase of the key; nil if the key has none (`CURLOPT_KEYPASSWD`).
  package var passphrase: ProtectedText?

  package init(file: String, key: String? = nil, passphrase: ProtectedText? = nil) {
    self.file = file
    self.key = key
    self.passphrase = passphrase
  }
}
