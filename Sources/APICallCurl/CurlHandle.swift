import APICallHTTP
import CLibCurl

/// An easy handle, and what libcurl points into as long as there is one.
final class CurlHandle {
  /// The handle; given back with its owner.
  let easy: UnsafeMutableRawPointer
  /// Whether the transfer came to a good end.
  var hasEndedWell = false
  /// Whether it never knew more than a request: no proxy and its password, no client certificate, no
  /// addresses of its own.
  private let isPlain: Bool
  private let pool: HandlePool
  private let headers: CurlHeaderList
  private let upload: CurlUpload
  // What libcurl does not copy; nil where nothing is said of the connection.
  private let resolutions: CurlTextList
  private let detours: CurlTextList
  private let message: UnsafeMutablePointer<CChar>

  /// Prepares a handle for a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - trust: which certificate authorities are trusted.
  ///   - connection: how the connection is made; nil for the usual way.
  ///   - pool: where the handle comes from.
  /// - Throws: a ``RequestError`` where the request cannot be sent.
  init(
    _ request: Request, trust: TrustStore, connection: ConnectionSettings?, from pool: HandlePool
  ) throws(RequestError) {
    resolutions = CurlTextList(connection?.resolutions.map { $0.entry } ?? [])
    detours = CurlTextList(connection?.detours.map { $0.entry } ?? [])
    let usesProxy = ProxyAddress.mayBeUsed(for: request.url.origin, by: connection)
    isPlain = connection == nil && !usesProxy
    upload = try CurlUpload(request.body)
    let origin = request.url.origin
    do throws(UnsendableField) {
      headers = try CurlHeaderList(request.headers, isForProxy: usesProxy)
    } catch {
      throw .transport(
        TransportFailure(
          .other, origin: origin,
          reason: "the header field \(error.name) holds a line break or a NUL"))
    }
    guard let easy = pool.take() else {
      throw .transport(
        TransportFailure(.other, origin: origin, reason: "libcurl is out of memory"))
    }
    self.easy = easy
    self.pool = pool
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.pointee = 0
    let options = CurlOptions(easy)
    try options.set(request, trust: trust)
    if let connection {
      options.set(connection, for: request, trust: trust)
      if resolutions.first != nil { options.set(CURLOPT_RESOLVE, list: resolutions.first) }
      if detours.first != nil { options.set(CURLOPT_CONNECT_TO, list: detours.first) }
    }
    if usesProxy { options.setProxyTLS(trust, minimum: connection?.minimumTLS ?? .tls12) }
    options.set(CURLOPT_HTTPHEADER, list: headers.first)
    options.set(CURLOPT_ERRORBUFFER, pointer: message)
  }

  deinit {
    pool.give(back: easy, isReusable: isPlain && hasEndedWell)
    message.deallocate()
  }

  /// Makes a transfer hear what happens.
  ///
  /// - Parameter transfer: the transfer; not retained.
  func report(to transfer: CurlTransfer) {
    let userData = Unmanaged.passUnretained(transfer).toOpaque()
    let options = CurlOptions(easy)
    upload.set(options, userData: userData)
    options.setCallbacks(userData: userData)
  }

  /// Reads the next octets of the request's body; 0 at the end.
  func readBody(into buffer: UnsafeMutableRawBufferPointer) throws(RequestError) -> Int {
    try upload.read(into: buffer)
  }

  /// Goes back to the beginning of the request's body.
  func rewindBody() throws(RequestError) { try upload.rewind() }

  /// What libcurl tells of a failure.
  func failure(_ code: CURLcode) -> CurlFailure {
    var failure = CurlFailure(code.rawValue, text: String(cString: message))
    var value = 0
    if curl_shim_get_long(easy, CURLINFO_OS_ERRNO, &value) == CURLE_OK {
      failure.systemError = Int32(truncatingIfNeeded: value)
    }
    if curl_shim_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &value) == CURLE_OK {
      failure.verifyResult = value
    }
    if curl_shim_get_long(easy, CURLINFO_PROXY_SSL_VERIFYRESULT, &value) == CURLE_OK {
      failure.proxyVerifyResult = value
    }
    if curl_shim_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &value) == CURLE_OK {
      failure.connectStatus = value
    }
    return failure
  }

  /// Whether any of the request has gone out (CURLINFO_REQUEST_SIZE).
  var hasSentRequest: Bool {
    var size = 0
    return curl_shim_get_long(easy, CURLINFO_REQUEST_SIZE, &size) == CURLE_OK && size > 0
  }
}
