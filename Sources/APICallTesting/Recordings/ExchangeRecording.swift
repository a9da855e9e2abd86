import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallRun

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
        call: call, place: place, request: request, sent: TappedExchange.Body(of: request),
        usesHeaders: usesHeaders))
    let copy = ResponseCopy(before: receiver)
    var failure: String?
    do throws(RequestError) {
      try await next.send(request, to: copy)
    } catch {
      guard let word = error.recordedWord(hasHead: copy.head != nil) else { throw error }
      failure = word
      recorder.end(number) {
        ($0.head, $0.body, $0.failure) = (copy.head, copy.body, word)
      }
      throw error
    }
    recorder.end(number) {
      ($0.head, $0.body, $0.failure) = (copy.head, copy.body, failure)
      $0.trailers = copy.trailers
    }
  }
}

extension RequestError {
  /// The word of recordings for a failed exchange; nil if it says nothing about the server.
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
