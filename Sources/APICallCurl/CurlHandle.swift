import APICallHTTP
import CLibCurl
import Glibc

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
  /// The request's body.
  let upload: CurlUpload
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
    guard let easy = pool.take() else { throw .outOfMemory(request) }
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

  /// What libcurl tells of a failure.
  func failure(_ code: CURLcode) -> CurlFailure {
    var failure = CurlFailure(code.rawValue, text: String(cString: message))
    failure.systemError = Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO))
    failure.verifyResult = number(CURLINFO_SSL_VERIFYRESULT)
    failure.proxyVerifyResult = number(CURLINFO_PROXY_SSL_VERIFYRESULT)
    failure.connectStatus = number(CURLINFO_HTTP_CONNECTCODE)
    failure.descriptorLimit = Self.exhaustedDescriptors(after: code)
    return failure
  }

  /// How many descriptors there may be, where there are so many after a connection failed.
  ///
  /// libcurl does not tell that: a socket that cannot be had is to it a server that is not there. The
  /// other connections still stand.
  private static func exhaustedDescriptors(after code: CURLcode) -> Int? {
    let causes = [
      CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY,
      CURLE_FAILED_INIT,
    ]
    guard causes.contains(where: { $0 == code }) else { return nil }
    let copy = dup(STDERR_FILENO)
    guard copy < 0 else {
      close(copy)
      return nil
    }
    guard errno == EMFILE || errno == ENFILE else { return nil }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Whether any of the request has gone out (CURLINFO_REQUEST_SIZE).
  var hasSentRequest: Bool { number(CURLINFO_REQUEST_SIZE) > 0 }

  /// What libcurl tells as a number; 0 where it does not.
  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    return curl_shim_get_long(easy, info, &value) == CURLE_OK ? value : 0
  }
}

extension RequestError {
  /// There was no memory for the transfer of a request.
  static func outOfMemory(_ request: Request) -> RequestError {
    .transport(
      TransportFailure(.other, origin: request.url.origin, reason: "libcurl is out of memory"))
  }
}

/// Easy handles that wait for another transfer: making one costs more than a small exchange.
///
/// What is given back is as new (curl_easy_reset(3)) but for what libcurl keeps of TLS sessions, which
/// it tells apart by host and by all settings of TLS. It is used on the loop's thread alone.
final class HandlePool {
  /// The most that wait; a loop seldom has more of them at a time.
  private static let most = 64

  private var idle: [UnsafeMutableRawPointer] = []

  deinit {
    for easy in idle { curl_easy_cleanup(easy) }
  }

  /// Hands a handle out, all of whose options are as libcurl sets them; nil where there is no memory
  /// for one.
  func take() -> UnsafeMutableRawPointer? { idle.popLast() ?? curl_easy_init() }

  /// Takes a handle that has left its multi handle.
  ///
  /// - Parameters:
  ///   - easy: the handle.
  ///   - isReusable: whether another transfer may have it.
  func give(back easy: UnsafeMutableRawPointer, isReusable: Bool) {
    guard isReusable, idle.count < Self.most else { return curl_easy_cleanup(easy) }
    // At once: what its options point to goes with the transfer.
    curl_easy_reset(easy)
    idle.append(easy)
  }
}
