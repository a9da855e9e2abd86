package import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallPlugins
import APICallReading
package import APICallRequests
package import APICallResponses
package import APICallRun
import APICallSafety
import Synchronization
package import YAMLTree

/// Responds to requests with the exchanges of a recording.
///
/// Equal requests share a queue: each exchange is used once, in order. Among them, those of the same
/// step and iteration come first. Set ``entry`` as a requester of the run, and the replay as its
/// tap, through which it learns the step of each request; then nothing is ever sent.
package final class Replay: ExchangeTap, Sendable {
  package static let name = "replay"

  private let recording: Recording
  private let queues: Mutex<ExchangeQueues>

  package init(_ recording: Recording) {
    self.recording = recording
    queues = Mutex(ExchangeQueues(recording))
  }

  package var entry: RequesterEntry {
    RequesterEntry(
      Self.name, summary: "Responds with a recording, without a network.", isRemote: false
    ) { (context) throws(Failure) in
      ReplayResponder(replay: self, sha256: context.world.digests.sha256)
    }
  }

  package var unused: [(mark: Mark, request: String)] {
    queues.withLock { $0.unused }.map { index in
      let exchange = recording.exchanges[index]
      return (exchange.mark, "\(exchange.request.method) \(exchange.request.url)")
    }
  }

  package var unusedProblem: Message? {
    let unused = unused
    guard let first = unused.first else { return nil }
    let words =
      unused.count == 1
      ? "the recorded response to \(first.request) was not used"
      : "\(unused.count) recorded responses were not used, the first to \(first.request)"
    return Message(words, at: first.mark)
  }

  package func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any ExchangeMiddleware {
    var sha256: @Sendable ([UInt8]) -> [UInt8]? = { _ in nil }
    if let world = call.scope.world { sha256 = world.digests.sha256 }
    return ReplayResponder(replay: self, step: place.text, sha256: sha256)
  }

  /// Delivers the response to a request.
  func respond(
    to request: OutgoingRequest, of step: String?, to receiver: any ExchangeReceiver,
    sha256: ([UInt8]) -> [UInt8]?
  ) throws(ExchangeError) {
    let received = try rethrowing(ReceivedRequest(request)) { ExchangeError.unreadableBody($0) }
    let index: Int
    switch queues.withLock({
      $0.take(received, to: request.url.origin.description, of: step, sha256: sha256)
    }) {
    case .found(let found): index = found
    case .missing(let miss):
      throw Self.failure(
        .noResponse, of: request, miss.reason(in: recording),
        hint: miss.hint(for: received, request, in: recording))
    case .faulty(let fault):
      throw Self.failure(.noResponse, of: request, fault.reason, hint: "record the run again")
    }
    try deliver(recording.exchanges[index], for: request, received, to: receiver)
  }

  private func deliver(
    _ exchange: RecordingDeclaration.Exchange, for request: OutgoingRequest,
    _ received: ReceivedRequest,
    to receiver: any ExchangeReceiver
  ) throws(ExchangeError) {
    // The failures of recordings are those that --fail simulates.
    let way = exchange.failure.flatMap { try? FailureMode(option: $0) }?.way
    if let error = way?.errorBeforeSending(request) { throw error }
    guard let response = exchange.response else {
      throw way?.errorInPlaceOfResponse(to: request)
        ?? Self.failure(.truncated, of: request, "the response header is cut short")
    }
    let body = try rethrowing(recording.body(of: response)) { (error: RecordingFault) in
      Self.failure(.noResponse, of: request, error.reason, hint: "record the run again")
    }
    let head = ResponseHead(
      status: response.status, reason: StatusCode.phrase(of: response.status),
      headers: response.headers)
    guard receiver.receive(head) == .more else { return }
    if !body.isEmpty, receiver.receive(body.span) == .stop { return }
    if !response.trailers.isEmpty { receiver.note(trailers: response.trailers) }
    if receiver.wantsProgress {
      let (sent, came) = (Int64(received.body.count), Int64(body.count))
      receiver.note(
        ExchangeProgress(
          sent: sent, toSend: sent > 0 ? sent : nil, received: came,
          toReceive: came > 0 ? came : nil))
    }
    guard let way else { return }
    throw way.errorInPlaceOfResponse(to: request)
      ?? Self.failure(.truncated, of: request, "the response ended early")
  }

  private static func failure(
    _ kind: ConnectionFailure.Kind, of request: OutgoingRequest, _ reason: String,
    hint: String? = nil
  ) -> ExchangeError {
    .transport(
      ConnectionFailure(kind, origin: request.url.origin, reason: reason, hint: hint))
  }
}

/// Responds with a recording, and sends nothing on.
private struct ReplayResponder: RequestSender, ExchangeMiddleware {
  let replay: Replay
  /// The step of the requests; nil if it is not known.
  var step: String?
  let sha256: @Sendable ([UInt8]) -> [UInt8]?

  func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    try replay.respond(to: request, of: step, to: receiver, sha256: sha256)
  }

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    try await send(request, to: receiver)
  }
}
