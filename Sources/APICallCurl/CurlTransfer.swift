import APICallBase
import APICallHTTP
import CLibCurl

/// One exchange on the loop's thread: what comes of its handle, and where it hands things.
final class CurlTransfer {
  /// Who is meant by a cancellation.
  let ticket: Ticket
  /// How long it may still take.
  @exclusivity(unchecked) var deadlines: Deadlines

  private let handle: CurlHandle
  private let origin: Origin
  private let limits: TimeLimits
  private let connection: ConnectionSettings?
  private let isIdempotent: Bool
  private let isOverAfterHead: Bool
  /// What to do with an answer 417; libcurl would send the request anew with the same expectation.
  private let expectation: Expectation
  private let receiver: any ResponseReceiver
  private let clock: PausableClock
  /// Tells whether all exchanges are to end; nil where nothing ends them.
  private let isInterrupted: (@Sendable () -> Bool)?
  private let completion: (TransferEnd) -> Void

  // Swift would look with each line of a head, and with each report of progress, whether somebody else
  // is at these: libcurl calls back one by one, and what they call does not call back.
  @exclusivity(unchecked) private var reader: HeadReader
  @exclusivity(unchecked) private var reports: TransferReports
  /// Nil where no content coding is undone.
  private var expansion: ExpansionLimit?
  @exclusivity(unchecked) private var octetsMoved: Int64 = 0
  private var hasConnected = false
  /// Whether all octets of the answer have come, by its Content-Length.
  @exclusivity(unchecked) private var isAnswerWhole = false
  /// Whether any of the body came since the receiver was last told of a pause.
  private var hasNews = false
  @exclusivity(unchecked) private var verdict: Verdict?

  /// What was decided inside of a callback, which ends the transfer.
  private enum Verdict {
    case enough
    case failure(RequestError)
    case expectationFailed
  }

  /// Prepares a transfer.
  ///
  /// - Throws: a ``RequestError`` where the request cannot be sent.
  init(
    _ order: TransferOrder, clock: PausableClock, handles: HandlePool,
    isInterrupted: (@Sendable () -> Bool)?
  ) throws(RequestError) {
    let request = order.request
    ticket = order.ticket
    origin = request.url.origin
    var limits = request.limits
    // While libcurl waits for our own sake, the other side cannot give a sign.
    if let rate = order.connection?.rateLimit { limits.idle += RateLimit(rate).longestWait }
    self.limits = limits
    connection = order.connection
    receiver = order.receiver
    completion = order.completion
    self.clock = clock
    self.isInterrupted = isInterrupted
    reports = TransferReports(to: order.receiver, clock: clock)
    deadlines = Deadlines(limits, start: clock.now)
    let isDecoding = CurlOptions.codings(of: request) != nil && request.method != "HEAD"
    reader = HeadReader(isDecoding: isDecoding)
    isIdempotent = request.isIdempotent
    expectation = Expectation(request)
    isOverAfterHead = request.method == "HEAD" && request.body != nil
    handle = try CurlHandle(
      request, trust: order.trust, connection: order.connection, from: handles)
    handle.report(to: self)
  }

  /// The handle, as the multi handle knows it.
  var easy: UnsafeMutableRawPointer { handle.easy }

  /// Whether somebody wants to know how far it has come.
  var isWatched: Bool { reports.isWatched }

  /// Hands the outcome on.
  ///
  /// Called once, when the handle is no longer libcurl's.
  func complete(_ code: CURLcode) {
    if case .expectationFailed = verdict { return completion(.expectationFailed) }
    if verdict == nil, code == CURLE_OK, !reader.trailers.isEmpty {
      clock.pauseWaits { receiver.note(trailers: reader.trailers) }
    }
    reports.end(CurlMeasurements(easy: easy), hasConnected: hasConnected)
    handle.hasEndedWell = verdict == nil && code == CURLE_OK
    switch verdict {
    case .enough, .expectationFailed: completion(.answered)
    case .failure(let error): completion(.failed(error))
    case nil where code != CURLE_OK: completion(.failed(error(code)))
    // To libcurl, a connection that ends within the header is one that ends an answer.
    case nil where !reader.isDone:
      completion(.failed(failure(.truncated, "the header of the answer is cut short")))
    case nil: completion(.answered)
    }
  }

  /// Ends the transfer with an error of ours.
  func complete(throwing error: RequestError) {
    reports.end(CurlMeasurements(easy: easy), hasConnected: hasConnected)
    // Who has answered and takes no more of the body has said all.
    if isAnswerWhole, case .timedOut(.idle) = error { return completion(.answered) }
    completion(.failed(error))
  }

  private func failure(_ kind: TransportFailure.Kind, _ reason: String) -> RequestError {
    .transport(TransportFailure(kind, origin: origin, reason: reason))
  }

  private func error(_ code: CURLcode) -> RequestError {
    var failure = handle.failure(code)
    failure.isAwaitingHead = !reader.isDone && handle.hasSentRequest
    failure.hasConnected = hasConnected
    failure.connection = connection
    failure.proxy = ProxyAddress.inUse(for: origin, by: connection)
    return failure.error(origin: origin, limits: limits)
  }

  // MARK: What libcurl reports, on the loop's thread

  /// The connection stands and the request is about to be sent.
  ///
  /// - Parameter peer: who is at the other end; asked only where somebody wants to know.
  /// - Returns: false to give up.
  func connected(to peer: () -> Peer?) -> Bool {
    // libcurl sends a request anew when a connection it kept turns out to be closed. That is for
    // requests that do no harm twice (RFC 9110, section 9.2.2).
    if hasConnected && !isIdempotent {
      verdict = .failure(error(CURLE_GOT_NOTHING))
      return false
    }
    hasConnected = true
    deadlines.connected(at: clock.now)
    if isWatched, let peer = connection?.unixSocket.map({ Peer(address: $0, port: 0) }) ?? peer() {
      reports.connected(to: peer)
    }
    return true
  }

  /// So many octets have gone out and come in until now.
  func moved(_ progress: TransferProgress) {
    let octets = progress.sent &+ progress.received
    if octets != octetsMoved {
      octetsMoved = octets
      deadlines.sign(at: clock.now)
    }
    if !isAnswerWhole, let length = reader.length, progress.received >= length {
      isAnswerWhole = true
      deadlines.answered()
    }
    reports.moved(progress)
  }

  /// Hands out the next octets of the request's body.
  ///
  /// - Returns: how many there are, 0 at the end; nil to give up.
  func send(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var count = 0
    var failure: RequestError?
    // Who writes into our end of a pipe may take his time.
    clock.pause {
      do throws(RequestError) {
        count = try handle.upload.read(into: buffer)
      } catch {
        failure = error
      }
    }
    deadlines.sign(at: clock.now)
    guard let failure else { return count }
    verdict = .failure(failure)
    return nil
  }

  /// Goes back to the beginning of the request's body.
  ///
  /// False to give up.
  func rewindBody() -> Bool {
    do {
      try handle.upload.rewind()
      return true
    } catch {
      verdict = .failure(error)
      return false
    }
  }

  /// Takes a line of the head.
  ///
  /// False to give up.
  func receive(line: UnsafeRawBufferPointer) -> Bool {
    if !reader.hasBegun { reports.answerBegins() }
    deadlines.sign(at: clock.now)
    switch reader.read(line) {
    case .more: return goesOn(.more)
    case .interim(let head):
      clock.pauseWaits { receiver.note(interim: head) }
      return goesOn(.more)
    case .violation(let reason):
      verdict = .failure(failure(.protocolViolation, reason))
      return false
    case .head(let head):
      if head.status == 417, case .repeatable = expectation {
        verdict = .expectationFailed
        return false
      }
      if reader.isCoded {
        expansion = ExpansionLimit(isChunked: head.header("Transfer-Encoding") != nil)
      }
      let demand = clock.pauseWaits { receiver.receive(head) }
      if receiver.allowsSilence { deadlines.allowSilence() }
      if head.status == 417, case .unrepeatable = expectation { return goesOn(.stop) }
      return goesOn(isOverAfterHead ? .stop : demand)
    }
  }

  /// Takes a piece of the body.
  ///
  /// False to give up.
  func receive(body octets: UnsafeBufferPointer<UInt8>) -> Bool {
    if octets.isEmpty { return true }
    hasNews = true
    if expansion?.allows(octets.count, of: CurlMeasurements(easy: easy).received) == false {
      verdict = .failure(
        failure(
          .protocolViolation,
          "the body is more than \(ExpansionLimit.factor) times as long as what was sent of it"))
      return false
    }
    let demand = clock.pauseWaits { receiver.receive(octets.span) }
    deadlines.sign(at: clock.now)
    // libcurl hands over a hundred pieces in one turn of the loop if it has them.
    if deadlines.next <= clock.now { verdict = .failure(.timedOut(deadlines.phase)) }
    return goesOn(demand)
  }

  /// Tells the receiver, once for all that came, that the sender is waited for.
  func pause() -> Demand {
    guard hasNews else { return .more }
    hasNews = false
    return goesOn(clock.pause { receiver.pause() }) ? .more : .stop
  }

  private func goesOn(_ demand: Demand) -> Bool {
    // libcurl may hand over all that a small piece expands to, or has come meanwhile, in one turn.
    if ticket.isCancelled || isInterrupted?() == true { verdict = .failure(.cancelled) }
    if verdict == nil, demand == .stop { verdict = .enough }
    return verdict == nil
  }
}

/// How much a body may grow when its content codings are undone: what is small on the wire must
/// not keep its reader busy for ever.
struct ExpansionLimit {
  /// So many octets may come of however few.
  static let free = 10 << 20
  /// So many octets behind these may come of each octet on the wire.
  ///
  /// Deflate makes no more than 1032 of one; who needs so many has nothing to say.
  static let factor = 1000

  /// What libcurl may have read and not counted yet: of a chunked body, one buffer.
  private let uncounted: Int64
  private var decoded: Int64 = 0

  /// Begins with a body.
  ///
  /// - Parameter isChunked: whether it comes in chunks.
  init(isChunked: Bool) { uncounted = isChunked ? 256 << 10 : 0 }

  /// Counts decoded octets.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - received: how many octets of the body have come over the wire.
  /// - Returns: whether so many may be.
  mutating func allows(_ count: Int, of received: @autoclosure () -> Int64) -> Bool {
    decoded += Int64(count)
    let rest = decoded - Int64(Self.free)
    return rest <= 0 || rest / Int64(Self.factor) <= received() + uncounted
  }
}
