import APICallContracts
import APICallHTTP
import APICallSafety
import CLibCurl

/// Sets the options of one easy handle (curl_easy_setopt(3)).
///
/// Features that libcurl leaves off by default are not set: redirects, cookies, .netrc, HTTP/0.9,
/// authentication, alternative services.
struct CurlOptions {
  let easy: UnsafeMutableRawPointer

  /// Sets everything that follows from a request except its header fields and body.
  ///
  /// Throws `ExchangeError.invalidURL` if the URL cannot be sent.
  func set(_ request: OutgoingRequest, trust: TrustStore) throws(ExchangeError) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, text: "http,https")
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_TCP_NODELAY, 1)
    // Larger than libcurl's default of 16 KiB, for fewer calls with a large body. The libcurl of
    // our release passes the buffer on as a whole (make/static-libraries).
    set(CURLOPT_BUFFERSIZE, 256 << 10)
    // Most HTTP/2 servers ignore Expect, and their first window is small.
    if request.body != nil, request.url.origin.scheme == .https {
      set(CURLOPT_EXPECT_100_TIMEOUT_MS, 250)
    }
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // A cancelled request does not wait for the thread that looks up a name.
    set(CURLOPT_QUICK_EXIT, 1)
    // Our own deadline comes first; without this, libcurl gives up after 300 s.
    set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connect.milliseconds(upTo: .max >> 33) + 1000)
    if request.url.origin.isLoopback { set(CURLOPT_PROXY, text: "") }

    try set(request.url)
    setMethod(of: request)
    if request.url.origin.scheme == .https { setTLS(trust) }
  }

  /// Throws `ExchangeError.invalidURL` if the URL cannot be sent.
  func set(_ url: RequestURL) throws(ExchangeError) {
    let bytes = url.text.revealedBytes
    guard bytes.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") }) else {
      throw .invalidURL("the URL contains a character that must be percent-encoded")
    }
    guard set(CURLOPT_URL, bytes: bytes) else { throw .invalidURL("the URL is too long") }
  }

  private func setMethod(of request: OutgoingRequest) {
    if request.body == nil {
      // To libcurl, a HEAD with a body is a POST by another name: it would not be sent otherwise.
      set(request.method == "HEAD" ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1)
    }
    if request.method != "GET" || request.body != nil {
      set(CURLOPT_CUSTOMREQUEST, text: request.method)
    }
  }

  private func setTLS(_ trust: TrustStore) {
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    guard trust != TrustStore() else { return }
    set(CURLOPT_CAINFO, text: trust.file)
    set(CURLOPT_CAPATH, text: trust.directory)
  }

  // MARK: By type of value

  func set(_ option: CURLoption, _ value: Int) {
    curl_shim_set_long(easy, option, value)
  }

  /// Sets a text, which libcurl copies; nil for none.
  func set(_ option: CURLoption, text: String?) {
    curl_shim_set_string(easy, option, text)
  }

  private func set(_ option: CURLoption, bytes: [UInt8]) -> Bool {
    (bytes + [0]).withUnsafeBytes { bytes in
      let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      return curl_shim_set_string(easy, option, text) == CURLE_OK
    }
  }

  func set(_ option: CURLoption, large value: curl_off_t) {
    curl_shim_set_large(easy, option, value)
  }

  /// Sets the address of an object that outlives the handle.
  func set(_ option: CURLoption, pointer: UnsafeRawPointer?) {
    curl_shim_set_pointer(easy, option, pointer)
  }

  /// Sets a list that outlives the handle.
  func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
    curl_shim_set_list(easy, option, list)
  }
}

extension Duration {
  /// Returns the duration in milliseconds, rounded up: at least 0 and at most a limit.
  func milliseconds(upTo limit: Int) -> Int {
    if self <= .zero { return 0 }
    if self >= .milliseconds(limit) { return limit }
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
