import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import APICallText
import TestServers

/// A receiver that keeps everything and runs the given closures in between.
final class Recorder: ExchangeReceiver {
  /// The received parts, in order.
  enum Event: Equatable {
    case head(Int)
    case body(Int)
  }

  var silence = Silence.limited
  private(set) var head: ResponseHead?
  private(set) var body: [UInt8] = []
  private(set) var events: [Event] = []
  private(set) var peers: [Peer] = []
  private(set) var interims: [ResponseHead] = []
  private(set) var trailers: [ResponseHead.Field] = []
  private(set) var progress: [ExchangeProgress] = []
  private(set) var timings: ExchangeTimings?
  let wantsProgress: Bool
  private let onHead: () -> Demand
  private let onBody: () -> Demand
  private let onProgress: (ExchangeProgress) -> Void

  init(
    wantsProgress: Bool = true, onHead: @escaping () -> Demand = { .more },
    onBody: @escaping () -> Demand = { .more },
    onProgress: @escaping (ExchangeProgress) -> Void = { _ in }
  ) {
    self.wantsProgress = wantsProgress
    self.onHead = onHead
    self.onBody = onBody
    self.onProgress = onProgress
  }

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    events.append(.head(head.status))
    return onHead()
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    for index in bytes.indices { body.append(bytes[index]) }
    events.append(.body(bytes.count))
    return onBody()
  }

  func note(_ peer: Peer) { peers.append(peer) }

  func note(interim head: ResponseHead) { interims.append(head) }

  func note(trailers fields: [ResponseHead.Field]) { trailers += fields }

  func note(_ progress: ExchangeProgress) {
    self.progress.append(progress)
    onProgress(progress)
  }

  func note(_ timings: ExchangeTimings) { self.timings = timings }
}

/// A request to a loopback port.
func request(
  _ method: String = "GET", port: Int, path: String = "/", host: String = "127.0.0.1",
  scheme: Origin.Scheme = .http, headers: [(String, String)] = [], body: RequestBody? = nil,
  limits: TimeLimits = .patient
) -> OutgoingRequest {
  let origin = Origin(scheme: scheme, host: host, port: port)
  return OutgoingRequest(
    method: method, url: RequestURL(origin: origin, path: ProtectedText(path)),
    headers: [HeaderField("Host", ProtectedText(origin.authority))]
      + headers.map { HeaderField($0.0, ProtectedText($0.1)) },
    body: body, limits: limits)
}

extension TimeLimits {
  /// Limits that only end a test that hangs.
  static let patient = TimeLimits(connect: patience, idle: patience, total: patience)
}

/// The result of a request: how it ended, and how long it took.
struct Outcome {
  var error: ExchangeError?
  var time: Duration
}

/// Sends a request on a new loop, on this thread.
@discardableResult
func exchange(
  _ request: OutgoingRequest, _ receiver: Recorder = Recorder(), interruption: Interruption? = nil,
  trust: TrustStore = .system(), connection: CurlConnection? = nil
) -> Outcome {
  let loop = CurlLoop(interruption: interruption)
  let requester = CurlSender(loop: loop, trust: trust, connection: connection)
  nonisolated(unsafe) let receiver = receiver
  let start = ContinuousClock.now
  let error: ExchangeError? = loop.run {
    do throws(ExchangeError) {
      try await requester.send(request, to: receiver)
      return nil
    } catch {
      return error
    }
  }
  return Outcome(error: error, time: ContinuousClock.now - start)
}
