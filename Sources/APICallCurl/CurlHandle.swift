import APICallContracts
import APICallHTTP
import APICallSafety
import CLibCurl
import CLibOpenSSL
import Glibc

/// An easy handle, and the memory that libcurl points into as long as the handle exists.
final class CurlHandle {
  /// The handle; released together with its owner.
  let easy: UnsafeMutableRawPointer
  var hasEndedWell = false
  /// Whether the handle never had more than a request: no proxy with its password, no client
  /// certificate, no addresses of its own.
  private let isPlain: Bool
  private let pool: HandlePool
  private let headers: CurlHeaderList
  let upload: CurlUpload
  // Memory that libcurl does not copy; nil without connection settings.
  private let resolutions: CurlTextList
  private let detours: CurlTextList
  private let message: UnsafeMutablePointer<CChar>

  init(
    _ request: Request, trust: TrustStore, connection: ConnectionSettings?, from pool: HandlePool
  ) throws(RequestError) {
    resolutions = CurlTextList(connection?.resolutions.map { $0.entry } ?? [])
    detours = CurlTextList(connection?.detours.map { $0.entry } ?? [])
    let usesProxy = ProxyAddress.mayBeUsed(for: request.url.origin, by: connection)
    isPlain = connection?.isPlain != false && !usesProxy
    upload = try CurlUpload(request.body)
    let origin = request.url.origin
    do throws(UnsendableField) {
      headers = try CurlHeaderList(request.headers, isForProxy: usesProxy)
    } catch {
      throw .transport(
        TransportFailure(
          .other, origin: origin,
          reason: "the header field \(error.name) contains a line break or a NUL"))
    }
    guard let easy = pool.take() else { throw .outOfMemory(request) }
    self.easy = easy
    self.pool = pool
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.pointee = 0
    let options = CurlOptions(easy: easy)
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

  func report(to transfer: CurlTransfer) {
    let userData = Unmanaged.passUnretained(transfer).toOpaque()
    let options = CurlOptions(easy: easy)
    upload.set(options, userData: userData)
    options.setCallbacks(userData: userData)
  }

  func failure(_ code: CURLcode) -> CurlFailure {
    var failure = CurlFailure(code.rawValue, text: String(cString: message))
    failure.systemError = Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO))
    failure.verifyResult = number(CURLINFO_SSL_VERIFYRESULT)
    failure.proxyVerifyResult = number(CURLINFO_PROXY_SSL_VERIFYRESULT)
    failure.connectStatus = number(CURLINFO_HTTP_CONNECTCODE)
    failure.descriptorLimit = Self.exhaustedDescriptors(after: code)
    return failure
  }

  /// Returns the limit of descriptors if none is left after a connection failed; nil otherwise.
  ///
  /// libcurl does not report this: if it cannot get a socket, it treats the server as unreachable.
  /// The other connections are still open.
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

  /// Whether any of the request has been sent (CURLINFO_REQUEST_SIZE).
  var hasSentRequest: Bool { number(CURLINFO_REQUEST_SIZE) > 0 }

  /// Whether the connection of the transfer is one that an earlier transfer made
  /// (CURLINFO_NUM_CONNECTS).
  var hasReusedConnection: Bool { number(CURLINFO_NUM_CONNECTS) == 0 }

  /// Whether the peer has ended TLS with close_notify (RFC 8446, section 6.1); nil if that is not
  /// known.
  ///
  /// May be read until the transfer has left its connection.
  var hasEndedTLS: Bool? {
    guard let session = curl_shim_get_tls(easy) else { return nil }
    return SSL_get_shutdown(OpaquePointer(session)) & SSL_RECEIVED_SHUTDOWN != 0
  }

  /// Returns one of libcurl's numbers; 0 if it is not available.
  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    return curl_shim_get_long(easy, info, &value) == CURLE_OK ? value : 0
  }
}

extension RequestError {
  static func outOfMemory(_ request: Request) -> RequestError {
    .transport(
      TransportFailure(.other, origin: request.url.origin, reason: "libcurl is out of memory"))
  }
}

/// Easy handles for reuse: creating one costs more than a small exchange.
///
/// A returned handle is like a new one (curl_easy_reset(3)) except for the TLS sessions that
/// libcurl keeps, which it distinguishes by host and by all TLS settings. The pool is used on the
/// loop's thread only.
final class HandlePool {
  /// The largest number of handles to keep; a loop seldom has more of them at a time.
  private static let most = 64

  private var idle: [UnsafeMutableRawPointer] = []

  deinit {
    for easy in idle { curl_easy_cleanup(easy) }
  }

  /// Returns a handle with libcurl's default options; nil if there is not enough memory for one.
  func take() -> UnsafeMutableRawPointer? { idle.popLast() ?? curl_easy_init() }

  /// Takes back a handle that has left its multi handle.
  func give(back easy: UnsafeMutableRawPointer, isReusable: Bool) {
    guard isReusable, idle.count < Self.most else { return curl_easy_cleanup(easy) }
    // At once, because the memory that its options point to is released with the transfer.
    curl_easy_reset(easy)
    idle.append(easy)
  }
}
