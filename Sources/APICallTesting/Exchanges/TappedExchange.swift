import APICallHTTP
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText

/// An exchange of a run that is recorded, as it was: nothing is masked yet.
struct TappedExchange: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// It is longer than a recording may hold.
    case tooLong
    /// It can be read only once; the name of its file.
    case unrepeatable(ProtectedText)
  }

  /// The maximum size of a body in a recording, in bytes: 1 MiB.
  static let mostBytes = 1 << 20

  var number = 0
  let call: Call
  let place: StepPlace
  let request: OutgoingRequest
  var sent: Body
  var head: ResponseHead?
  var body = Body.bytes([])
  var trailers: [ResponseHead.Field] = []
  /// Why there was no complete response: a word of recordings.
  var failure: String?
  /// Whether other calls use header or trailer fields of the response.
  var usesHeaders = false
  /// Whether it has ended in a way that a recording shows.
  var isOver = false

  /// The step as a recording names it: `checkout/pay[3]`; nil for a single call.
  var step: String? { place.text }
}

extension TappedExchange.Body {
  /// Reads the body of a request; a file is read once more when it is sent.
  init(of request: OutgoingRequest, limit: Int? = nil) {
    guard let body = request.body else {
      self = .bytes([])
      return
    }
    if let file = body.unrepeatableFile {
      self = .unrepeatable(file)
      return
    }
    // Of parts only short texts are recorded, and digests of all others.
    let isMultipart = request.headers.contains {
      $0.isNamed("Content-Type") && $0.value.revealed.lowercased().hasPrefix("multipart/")
    }
    let limit = limit ?? (isMultipart ? BufferedBytes.limit : TappedExchange.mostBytes)
    self = (try? body.bytes(limit: limit)).map { .bytes($0) } ?? .tooLong
  }
}

extension StepPlace {
  /// The place as text: `checkout/pay[3]`; nil for a call outside of scripts.
  var text: String? {
    guard !path.isEmpty else { return nil }
    return path.joined(separator: "/") + (iteration.map { "[\($0)]" } ?? "")
  }
}
