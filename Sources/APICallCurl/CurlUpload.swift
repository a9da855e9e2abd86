import APICallBase
import APICallHTTP
import CLibCurl

/// The body of a request as libcurl gets it: at once where it is held, else piece by piece.
struct CurlUpload {
  private let body: RequestBody?
  // What libcurl points into: an array that nobody changes keeps its octets in their place.
  private let octets: [UInt8]?
  private let reader: RequestBodyReader?

  /// Prepares a body, and looks at its files.
  ///
  /// - Throws: a ``RequestError`` where one of them cannot be sent.
  init(_ body: RequestBody?) throws(RequestError) {
    self.body = body
    octets = body?.held?.revealedOctets
    reader = body.flatMap { $0.held == nil ? RequestBodyReader($0) : nil }
    do {
      try reader?.check()
    } catch {
      throw .unreadableBody(error)
    }
  }

  /// Tells libcurl of the body.
  ///
  /// - Parameters:
  ///   - options: those of the handle, which this has to outlive.
  ///   - userData: the transfer that libcurl asks for pieces.
  func set(_ options: CurlOptions, userData: UnsafeMutableRawPointer) {
    if let octets {
      options.set(CURLOPT_POSTFIELDSIZE_LARGE, large: curl_off_t(octets.count))
      octets.withUnsafeBytes { options.set(CURLOPT_POSTFIELDS, pointer: $0.baseAddress) }
    } else if let body {
      options.set(CURLOPT_POST, 1)
      options.set(CURLOPT_POSTFIELDSIZE_LARGE, large: curl_off_t(body.size ?? -1))
      // A connection that was kept may be closed by now, and a pipe is not read twice.
      if !body.isRepeatable { options.set(CURLOPT_FRESH_CONNECT, 1) }
      options.setBodyCallbacks(userData: userData)
    }
  }

  /// Reads the next octets; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestError) -> Int {
    do {
      return try reader?.read(into: buffer) ?? 0
    } catch {
      throw Self.error(error)
    }
  }

  /// Goes back to the beginning.
  func rewind() throws(RequestError) {
    do {
      try reader?.rewind()
    } catch {
      throw Self.error(error)
    }
  }

  private static func error(_ failure: RequestBodyFailure) -> RequestError {
    failure.reason == .unreadable(.interrupted) ? .cancelled : .unreadableBody(failure)
  }
}

/// Whether a request asks if its body is wanted (RFC 9110, section 10.1.1).
enum Expectation {
  /// It does not.
  case none
  /// It does, and may go out anew without.
  case repeatable
  /// It does, and its body cannot be read twice.
  case unrepeatable

  /// Looks at a request.
  init(_ request: Request) {
    guard let body = request.body, request.headers.contains(where: { $0.isNamed("Expect") })
    else {
      self = .none
      return
    }
    self = body.isRepeatable ? .repeatable : .unrepeatable
  }
}
