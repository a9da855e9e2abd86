import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec

/// Passes the exchanges of one call on, and records them.
struct ExchangeRecording: Middleware {
  private let call: Call
  private let place: StepPlace
  private let usesHeaders: Bool
  private let recorder: Recorder

  init(
    of call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool, by recorder: Recorder
  ) {
    self.call = call
    self.place = place
    self.usesHeaders = usesHeaders
    self.recorder = recorder
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    let number = recorder.begin(
      TappedExchange(
        call: call, place: place, request: request, sent: Self.body(of: request),
        usesHeaders: usesHeaders))
    let copy = ResponseCopy(before: receiver)
    var failure: String?
    do throws(RequestError) {
      try await next.send(request, to: copy)
    } catch {
      guard let word = error.recordedWord(hasHead: copy.head != nil) else { throw error }
      failure = word
      recorder.end(number) {
        ($0.head, $0.body, $0.failure) = (copy.head, copy.recorded, word)
      }
      throw error
    }
    recorder.end(number) { ($0.head, $0.body, $0.failure) = (copy.head, copy.recorded, failure) }
  }

  /// Reads the body of a request; a file is read once more when it is sent.
  private static func body(of request: Request) -> TappedExchange.Body {
    guard let body = request.body else { return .bytes([]) }
    if let file = body.unrepeatableFile { return .unrepeatable(file) }
    // Of parts only short texts are recorded, and digests of all others.
    let isMultipart = request.headers.contains {
      $0.isNamed("Content-Type") && $0.value.revealed.lowercased().hasPrefix("multipart/")
    }
    let limit = isMultipart ? BufferedBytes.limit : TappedExchange.mostBytes
    return (try? body.bytes(limit: limit)).map { .bytes($0) } ?? .tooLong
  }
}

extension RequestError {
  /// The word of recordings for a failed exchange; nil if it says nothing about the server.
  ///
  /// - Parameter hasHead: whether the response had begun.
  /// - Returns: the word.
  fileprivate func recordedWord(hasHead: Bool) -> String? {
    switch self {
    case .timedOut(.connecting): "timeout=connect"
    case .timedOut: "timeout"
    case .transport(let failure):
      switch failure.kind {
      case .hostNotFound: "dns"
      case .cannotConnect: "connect"
      case .tls: "tls"
      case .protocolViolation: "garbage"
      case .truncated, .other: hasHead ? "truncated" : "reset"
      case .noDescriptor, .noResponse: nil
      }
    default: nil
    }
  }
}

/// Passes a response on, and keeps a copy.
private final class ResponseCopy: ResponseReceiver {
  private(set) var head: ResponseHead?
  private var bytes: [UInt8] = []
  private var isTooLong = false
  private let receiver: any ResponseReceiver

  init(before receiver: any ResponseReceiver) { self.receiver = receiver }

  var recorded: TappedExchange.Body { isTooLong ? .tooLong : .bytes(bytes) }

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    return receiver.receive(head)
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    if self.bytes.count + bytes.count > TappedExchange.mostBytes {
      isTooLong = true
      self.bytes = []
    } else if !isTooLong {
      bytes.withUnsafeBufferPointer { self.bytes.append(contentsOf: $0) }
    }
    return receiver.receive(bytes)
  }

  func pause() -> Demand { receiver.pause() }
  var allowsSilence: Bool { receiver.allowsSilence }
  var wantsProgress: Bool { receiver.wantsProgress }
  func note(_ peer: Peer) { receiver.note(peer) }
  func note(interim head: ResponseHead) { receiver.note(interim: head) }
  func note(trailers fields: [ResponseHead.Field]) { receiver.note(trailers: fields) }
  func note(_ progress: TransferProgress) { receiver.note(progress) }
  func note(_ timings: Timings) { receiver.note(timings) }
  func note(page head: ResponseHead) { receiver.note(page: head) }
  func note(further exchange: FurtherExchange) { receiver.note(further: exchange) }
  func note(unexpectedPage bytes: Span<UInt8>) { receiver.note(unexpectedPage: bytes) }
}
