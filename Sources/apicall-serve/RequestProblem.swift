import APICallHTTP
import APICallRequests

/// What is wrong with a request that is refused before it reaches an endpoint.
///
/// The end of such a request is uncertain (RFC 9112, section 6.3), so the connection ends with the
/// refusal.
enum RequestProblem: Error, Equatable {
  case longRequestLine
  case longHead
  /// The request has more header fields than the limit, or more trailers.
  case manyFields
  case longBody
  case slowHead
  /// The request line is not three words with a space between them.
  case requestLine
  /// The version is not one of HTTP/1.
  case version(String)
  /// A header field is not a name, a colon and a value without control characters.
  case field(String)
  /// HTTP/1.1 without a Host field, or any request with several.
  case hosts(Int)
  /// More than one Content-Length field, equal or not.
  case lengths(Int)
  /// A length that is not made of digits alone.
  case length(String)
  /// Content-Length in addition to Transfer-Encoding: two contradictory ends of the body.
  case lengthAndCoding
  /// A transfer coding in HTTP/1.0, which has none.
  case oldCoding
  /// The last transfer coding is not chunked, or chunked occurs twice: the body's end is unknown.
  case codings(String)
  /// A transfer coding that this server does not decode.
  case unknownCoding(String)
  /// A malformed chunk line, or malformed bytes after a chunk's data.
  case chunk
  /// An expectation other than 100-continue.
  case expectation(String)

  var response: ReceivedResponse {
    let (status, reason) = refusal
    return MockService.refusal(status, reason)
  }

  private var refusal: (status: Int, reason: String) {
    switch self {
    case .longRequestLine:
      (414, "the request line is longer than \(RequestLimits.longestRequestLine >> 10) KiB")
    case .longHead: (431, "the header is longer than \(RequestLimits.longestHead >> 10) KiB")
    case .manyFields: (431, "the request has more than \(RequestLimits.mostFields) header fields")
    case .longBody: (413, "the body is longer than \(RequestLimits.longestBody >> 20) MiB")
    case .slowHead:
      (408, "the header took longer than \(RequestLimits.longestHeadTime.components.seconds) s")
    case .requestLine: (400, "the request line is not 'METHOD TARGET HTTP/1.1'")
    case .version(let text): (505, "the version '\(text)' is not HTTP/1.0 or HTTP/1.1")
    case .field(let text): (400, "the header line '\(text)' is not 'Name: value'")
    case .hosts(let count): (400, "the request has \(count) Host fields, not 1")
    case .lengths(let count): (400, "the request has \(count) Content-Length fields, not 1")
    case .length(let text): (400, "the Content-Length '\(text)' is not a number of bytes")
    case .lengthAndCoding: (400, "the request has both Content-Length and Transfer-Encoding")
    case .oldCoding: (400, "HTTP/1.0 does not have Transfer-Encoding")
    case .codings(let text):
      (400, "the Transfer-Encoding '\(text)' does not end with one 'chunked'")
    case .unknownCoding(let text): (501, "the transfer coding '\(text)' is not supported")
    case .chunk: (400, "a chunk of the body is malformed")
    case .expectation(let text): (417, "the expectation '\(text)' is not '100-continue'")
    }
  }

  /// Returns the beginning of a text from a client, for a message.
  static func shown(_ text: String) -> String {
    text.count > 40 ? "\(text.prefix(40))…" : text
  }
}
