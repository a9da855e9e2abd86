import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import CLibCurl

/// The body of a request for libcurl: at once if it is in memory, otherwise piece by piece.
struct CurlUpload {
  private let body: RequestBody?
  // libcurl points into this array, whose bytes stay in place because it never changes.
  private let bytes: [UInt8]?
  private let reader: RequestBodyReader?

  /// The body of a request that has none.
  static var none: CurlUpload { CurlUpload() }

  private init() {
    body = nil
    bytes = nil
    reader = nil
  }

  /// Prepares a body, and checks its files.
  init(_ body: RequestBody?) throws(ExchangeError) {
    self.body = body
    bytes = body?.held?.revealedBytes
    reader = body.flatMap { $0.held == nil ? RequestBodyReader($0) : nil }
    do {
      try reader?.check()
    } catch {
      throw .unreadableBody(error)
    }
  }

  func set(_ options: CurlOptions, userData: UnsafeMutableRawPointer) {
    if let bytes {
      options.set(CURLOPT_POSTFIELDSIZE_LARGE, large: curl_off_t(bytes.count))
      bytes.withUnsafeBytes { options.set(CURLOPT_POSTFIELDS, pointer: $0.baseAddress) }
    } else if let body {
      options.set(CURLOPT_POST, 1)
      options.set(CURLOPT_POSTFIELDSIZE_LARGE, large: curl_off_t(body.size ?? -1))
      // A reused connection may be closed by now, and a pipe cannot be read twice.
      if !body.isRepeatable { options.set(CURLOPT_FRESH_CONNECT, 1) }
      options.setBodyCallbacks(userData: userData)
    }
  }

  /// Reads the next bytes; returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ExchangeError) -> Int {
    do {
      return try reader?.read(into: buffer) ?? 0
    } catch {
      throw Self.error(error)
    }
  }

  /// Says how much of the body was sent; nil if that is all of it, as far as that is known.
  func cut(after sent: Int64) -> String? {
    guard let size = bytes?.count ?? body?.size else {
      return reader?.isAtEnd == false ? "\(sent) bytes" : nil
    }
    return sent < size ? "\(sent) of \(size) bytes" : nil
  }

  func rewind() throws(ExchangeError) {
    do {
      try reader?.rewind()
    } catch {
      throw Self.error(error)
    }
  }

  private static func error(_ failure: RequestBodyFailure) -> ExchangeError {
    failure.reason == .unreadable(.interrupted) ? .cancelled : .unreadableBody(failure)
  }
}

/// Whether a request waits for a 100 response before its body (RFC 9110, section 10.1.1).
enum ContinueExpectation {
  /// It does not.
  case none
  /// It does, and may be sent again without the expectation.
  case repeatable
  /// It does, and its body cannot be read twice.
  case unrepeatable

  init(_ request: OutgoingRequest) {
    guard let body = request.body, request.headers.contains(where: { $0.isNamed("Expect") })
    else {
      self = .none
      return
    }
    self = body.isRepeatable ? .repeatable : .unrepeatable
  }
}
