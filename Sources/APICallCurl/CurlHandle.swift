import APICallContracts
import APICallHTTP
import APICallSafety
import CLibCurl
import CLibOpenSSL
import Glibc

/// An easy handle, and the memory that libcurl points into.
///
/// A handle is used for many requests, because creating one costs more than a small exchange, and
/// so do its options: if the next request differs only in its URL, nothing else is set again.
final class CurlHandle {
  /// The handle; released together with its owner.
  let easy: UnsafeMutableRawPointer
  var hasEndedWell = false
  private(set) var upload = CurlUpload.none
  private var headers = CurlHeaderList()
  // Lists that libcurl does not copy.
  private var resolutions = CurlTextList([])
  private var detours = CurlTextList([])
  private let message: UnsafeMutablePointer<CChar>
  /// Whether the handle never had more than a request: no proxy with its password, no client
  /// certificate, no addresses of its own.
  private var isPlain = true
  /// The request whose options are set; nil if the next one needs a reset.
  private var pattern: Pattern?

  /// A class, since comparing it with a request would otherwise copy both.
  private final class Pattern {
    let request: OutgoingRequest
    let trust: TrustStore

    init(_ request: OutgoingRequest, _ trust: TrustStore) {
      self.request = request
      self.trust = trust
    }
  }

  /// Nil if there is not enough memory.
  init?() {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.pointee = 0
  }

  deinit {
    curl_easy_cleanup(easy)
    message.deallocate()
  }

  /// Whether no options are set.
  var isUnset: Bool { pattern == nil }

  /// Whether a request needs only its URL to be set.
  func fits(_ request: OutgoingRequest, trust: TrustStore) -> Bool {
    guard let pattern, request.body == nil else { return false }
    return pattern.request.method == request.method
      && pattern.request.url.origin == request.url.origin
      && pattern.request.headers == request.headers
      && pattern.request.limits.connect == request.limits.connect && pattern.trust == trust
  }

  /// Sets all options that follow from a request, or only its URL if it fits the handle.
  func set(
    _ request: OutgoingRequest, trust: TrustStore, connection: CurlConnection?, fits: Bool
  ) throws(ExchangeError) {
    hasEndedWell = false
    message.pointee = 0
    let options = CurlOptions(easy: easy)
    if fits, connection == nil { return try options.set(request.url) }
    if pattern != nil { curl_easy_reset(easy) }
    pattern = nil
    let usesProxy = ProxyAddress.mayBeUsed(for: request.url.origin, by: connection)
    isPlain = connection?.isPlain != false && !usesProxy
    upload = try CurlUpload(request.body)
    do throws(UnsendableField) {
      headers = try CurlHeaderList(request.headers, isForProxy: usesProxy)
    } catch {
      throw .transport(
        ConnectionFailure(
          .other, origin: request.url.origin,
          reason: "the header field \(error.name) contains a line break or a NUL"))
    }
    try options.set(request, trust: trust)
    if let connection {
      resolutions = CurlTextList(connection.resolutions.map { $0.entry })
      detours = CurlTextList(connection.detours.map { $0.entry })
      options.set(connection, for: request, trust: trust)
      if resolutions.first != nil { options.set(CURLOPT_RESOLVE, list: resolutions.first) }
      if detours.first != nil { options.set(CURLOPT_CONNECT_TO, list: detours.first) }
    }
    if usesProxy {
      options.setProxyTLS(
        connection?.proxyTrust ?? trust, minimum: connection?.minimumTLS ?? .tls12)
    }
    options.set(CURLOPT_HTTPHEADER, list: headers.first)
    options.set(CURLOPT_ERRORBUFFER, pointer: message)
    if connection == nil, isPlain, request.body == nil { pattern = Pattern(request, trust) }
  }

  /// Prepares the handle for the next request; it is then like a new one, except for the TLS sessions
  /// that libcurl keeps, which it distinguishes by host and by all TLS settings.
  ///
  /// Returns whether it may be used again.
  func reset() -> Bool {
    guard isPlain, hasEndedWell else { return false }
    // libcurl gives up after five requests of a handle that it had to send again, since the server
    // had closed a kept connection; only a reset forgets them.
    if !hasReusedConnection { pattern = nil }
    if pattern == nil {
      // At once, because the body of a request may be large.
      curl_easy_reset(easy)
      upload = .none
    }
    return true
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

extension ExchangeError {
  static func outOfMemory(_ request: OutgoingRequest) -> ExchangeError {
    .transport(
      ConnectionFailure(.other, origin: request.url.origin, reason: "libcurl is out of memory"))
  }
}

/// Easy handles for reuse, on the loop's thread only.
final class HandlePool {
  /// The largest number of handles to keep; a loop seldom has more of them at a time.
  private static let most = 64

  private var idle: [CurlHandle] = []

  /// The number of handles that wait for a request like their last one while others are made.
  private static let fitting = 8

  /// Returns a handle for a request, and whether the request fits it; nil if there is not enough
  /// memory for one.
  func take(for request: OutgoingRequest, trust: TrustStore) -> (handle: CurlHandle, fits: Bool)? {
    if let index = idle.lastIndex(where: { $0.fits(request, trust: trust) }) {
      return (idle.remove(at: index), true)
    }
    let index = idle.lastIndex { $0.isUnset } ?? (idle.count < Self.fitting ? nil : 0)
    guard let handle = index.map({ idle.remove(at: $0) }) ?? CurlHandle() else { return nil }
    return (handle, false)
  }

  /// Takes back a handle that has left its multi handle.
  func give(back handle: CurlHandle) {
    if idle.count < Self.most, handle.reset() { idle.append(handle) }
  }
}
