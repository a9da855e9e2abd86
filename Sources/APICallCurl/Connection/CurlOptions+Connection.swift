import APICallHTTP
import APICallSafety
import CLibCurl

extension CurlOptions {
  func set(_ connection: CurlConnection, for request: OutgoingRequest, trust: TrustStore) {
    setProxy(of: connection)
    if let path = connection.unixSocket {
      set(CURLOPT_UNIX_SOCKET_PATH, text: path)
      // Otherwise libcurl would connect to a proxy of the environment instead.
      set(CURLOPT_PROXY, text: "")
    }
    switch connection.addressFamily {
    case .ipv4: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
    case .ipv6: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
    case nil: break
    }
    switch connection.httpVersion {
    case .http10: set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_0))
    case .http11: set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    case .http2PriorKnowledge:
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE))
    // CURL_HTTP_VERSION_2 would add unwanted fields to a request without TLS.
    case .http2, nil: break
    }
    if let rate = connection.rateLimit { setRate(rate) }
    if request.url.origin.scheme == .https { setTLS(of: connection, for: request) }
  }

  func setProxyTLS(_ trust: TrustStore, minimum: CurlConnection.TLSVersion) {
    set(CURLOPT_PROXY_SSLVERSION, minimum.option)
    guard trust != TrustStore() else { return }
    set(CURLOPT_PROXY_CAINFO, text: trust.file)
    set(CURLOPT_PROXY_CAPATH, text: trust.directory)
  }

  private func setProxy(of connection: CurlConnection) {
    if let hosts = connection.noProxy { set(CURLOPT_NOPROXY, text: hosts) }
    switch connection.proxy {
    case nil: break
    case .direct: set(CURLOPT_PROXY, text: "")
    case .address(let proxy):
      set(CURLOPT_PROXY, text: proxy.url)
      // Apart from the URL, so that there is one reading of it.
      if let user = proxy.user { set(CURLOPT_PROXYUSERNAME, text: user.revealed) }
      if let password = proxy.password { set(CURLOPT_PROXYPASSWORD, text: password.revealed) }
    }
  }

  private func setRate(_ rate: Int) {
    set(CURLOPT_MAX_RECV_SPEED_LARGE, large: curl_off_t(rate))
    set(CURLOPT_MAX_SEND_SPEED_LARGE, large: curl_off_t(rate))
    set(CURLOPT_BUFFERSIZE, RateLimit(rate: rate).bufferSize)
    set(CURLOPT_UPLOAD_BUFFERSIZE, min(max(rate, 16 << 10), 64 << 10))
  }

  private func setTLS(of connection: CurlConnection, for request: OutgoingRequest) {
    set(CURLOPT_SSLVERSION, connection.minimumTLS.option)
    // The certificate is a credential for the call's own origin only.
    if let certificate = connection.clientCertificate, !request.hasLeftOrigin {
      set(CURLOPT_SSLCERT, text: certificate.file)
      if let key = certificate.key { set(CURLOPT_SSLKEY, text: key) }
      // Without a passphrase, OpenSSL would prompt on the terminal.
      set(CURLOPT_KEYPASSWD, text: certificate.passphrase?.revealed ?? "")
    }
    if let pins = connection.pins { set(CURLOPT_PINNEDPUBLICKEY, text: pins.list) }
    if connection.isInsecure {
      set(CURLOPT_SSL_VERIFYPEER, 0)
      set(CURLOPT_SSL_VERIFYHOST, 0)
    }
  }
}

extension CurlConnection.TLSVersion {
  /// The value of `CURLOPT_SSLVERSION`: this version or a newer one.
  var option: Int {
    switch self {
    case .tls12: Int(CURL_SSLVERSION_TLSv1_2)
    case .tls13: Int(CURL_SSLVERSION_TLSv1_3)
    }
  }
}

/// How libcurl enforces a limit of bytes per second.
struct RateLimit {
  /// How often libcurl fills its buffer before it checks the rate.
  private static let readsAtOnce = 100
  let rate: Int

  /// The size of the buffer: libcurl reads at most half a second's worth at once, or 100 KiB.
  var bufferSize: Int { min(max(rate / (2 * Self.readsAtOnce), 1 << 10), 256 << 10) }

  /// The longest time for which libcurl then reads nothing.
  var longestWait: Duration {
    .milliseconds(bufferSize * Self.readsAtOnce * 1000 / max(rate, 1))
  }
}
