import APICallCore
import CLibCurl

/// An easy handle, and what libcurl points into as long as there is one.
final class CurlHandle {
  /// The handle; freed with its owner.
  let easy: UnsafeMutableRawPointer
  private let headers: CurlHeaderList
  private let upload: CurlUpload
  private let message: UnsafeMutablePointer<CChar>

  /// Prepares a handle for a request.
  ///
  /// - Throws: a ``RequestError`` where the request cannot be sent.
  init(_ request: Request, trust: TrustStore) throws(RequestError) {
    upload = try CurlUpload(request.body)
    let origin = request.url.origin
    do throws(UnsendableField) {
      headers = try CurlHeaderList(request.headers)
    } catch {
      throw .transport(
        TransportFailure(
          .other, origin: origin,
          reason: "the header field \(error.name) holds a line break or a NUL"))
    }
    guard let easy = curl_easy_init() else {
      throw .transport(
        TransportFailure(.other, origin: origin, reason: "libcurl is out of memory"))
    }
    self.easy = easy
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.pointee = 0
    let options = CurlOptions(easy)
    try options.set(request, trust: trust)
    options.set(CURLOPT_HTTPHEADER, list: headers.first)
    options.set(CURLOPT_ERRORBUFFER, pointer: message)
  }

  deinit {
    curl_easy_cleanup(easy)
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
    return failure
  }

  /// Whether any of the request has gone out (CURLINFO_REQUEST_SIZE).
  var hasSentRequest: Bool {
    var size = 0
    return curl_shim_get_long(easy, CURLINFO_REQUEST_SIZE, &size) == CURLE_OK && size > 0
  }
}
