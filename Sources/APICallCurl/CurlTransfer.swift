import APICallContracts
import APICallHTTP
import APICallSafety
import CLibCurl

/// One exchange on the loop's thread: handles the events of its handle and passes on the results.
final class CurlTransfer {
  let ticket: Ticket
  @exclusivity(unchecked) var deadlines: Deadlines

  private let handle: CurlHandle
  private let handles: HandlePool
  private let origin: Origin
  private let limits: TimeLimits
  private let connection: CurlConnection?
  private let isIdempotent: Bool
  private let isOverAfterHead: Bool
  /// How to handle a 417 response; libcurl would send the request again with the same expectation.
  private let expectation: ContinueExpectation
  private let receiver: any ExchangeReceiver
  private let clock: PausableClock
  /// Returns whether all exchanges are to end; nil if nothing can end them.
  private let isInterrupted: (@Sendable () -> Bool)?
  private let completion: (TransferEnd) -> Void

  // Swift would check exclusive access with each line of a head and each progress report. It is not
  // needed: libcurl calls back one at a time, and the callees do not call back.
  @exclusivity(unchecked) private var reader: HeadReader
  @exclusivity(unchecked) private var reports: TransferReports
  /// Nil if no content coding is decoded.
  private var decoder: BodyDecoder?
  /// Whether only the end of the connection marks the end of the body.
  private var endsWithConnection = false
  /// Whether TLS has not ended so far.
  @exclusivity(unchecked) private var lacksEndOfTLS = false
  @exclusivity(unchecked) private var bytesMoved: Int64 = 0
  private var hasConnected = false
  /// Whether all bytes of the response have arrived, by its Content-Length.
  @exclusivity(unchecked) private var isResponseWhole = false
  /// Whether part of the body has arrived since the last pause was reported to the receiver.
  private var hasNews = false
  @exclusivity(unchecked) private var verdict: Verdict?
  /// Whether the header says how long the body is.
  private var isMeasured = false
  /// Whether nothing is read from the network until the receiver has room.
  private var isHeld = false
  /// The status, if it says that the server has done what the request asks for.
  private var success: Int?

  /// A decision in a callback that ends the transfer.
  private enum Verdict {
    case enough
    case failure(ExchangeError)
    case expectationFailed
  }

  init(
    _ order: TransferOrder, clock: PausableClock, handles: HandlePool,
    isInterrupted: (@Sendable () -> Bool)?, completion: @escaping (TransferEnd) -> Void
  ) throws(ExchangeError) {
    let request = order.request
    ticket = order.ticket
    origin = request.url.origin
    var limits = request.limits
    // While libcurl waits because of our own limit, the other side cannot show activity.
    if let rate = order.connection?.rateLimit { limits.idle += RateLimit(rate: rate).longestWait }
    self.limits = limits
    connection = order.connection
    receiver = order.receiver
    self.completion = completion
    self.clock = clock
    self.isInterrupted = isInterrupted
    reports = TransferReports(to: order.receiver, clock: clock)
    deadlines = Deadlines(limits, start: clock.now)
    isIdempotent = request.isIdempotent
    expectation = ContinueExpectation(request)
    isOverAfterHead = request.method == "HEAD" && request.body != nil
    guard let (handle, fits) = handles.take(for: request, trust: order.trust) else {
      throw .outOfMemory(request)
    }
    try handle.set(request, trust: order.trust, connection: order.connection, fits: fits)
    self.handle = handle
    self.handles = handles
    reader = HeadReader(
      isDecoding: request.acceptsCodings, isForHEAD: request.method == "HEAD")
    handle.report(to: self)
  }

  deinit { handles.give(back: handle) }

  var easy: UnsafeMutableRawPointer { handle.easy }

  var isWatched: Bool { reports.isWatched }

  /// Called once, when the handle has left the multi handle.
  func complete(_ code: CURLcode) {
    if case .expectationFailed = verdict { return completion(.expectationFailed) }
    if verdict == nil, code == CURLE_OK { endBody() }
    if verdict == nil, code == CURLE_OK, !reader.trailers.isEmpty {
      clock.pauseWaits { receiver.note(trailers: reader.trailers) }
    }
    reports.end(CurlMeasurements(easy: easy), hasConnected: hasConnected)
    handle.hasEndedWell = verdict == nil && code == CURLE_OK
    switch verdict {
    case .enough, .expectationFailed: completion(.answered)
    case .failure(let error): completion(.failed(error))
    case nil where code != CURLE_OK: completion(.failed(error(code)))
    // To libcurl, a connection that ends within the header ends a response.
    case nil where !reader.isDone:
      completion(.failed(failure(.truncated, "the response header is cut short")))
    case nil: completion(.answered)
    }
  }

  /// Ends the transfer with one of our own errors.
  func complete(throwing error: ExchangeError) {
    reports.end(CurlMeasurements(easy: easy), hasConnected: hasConnected)
    // A server that has responded in full and takes no more of the request body has nothing more to
    // send.
    if isResponseWhole, verdict == nil, case .timedOut(.idle) = error {
      endBody()
      if case .failure(let error) = verdict { return completion(.failed(error)) }
      return completion(.answered)
    }
    if verdict == nil, case .timedOut(.idle) = error, case .ending = silence {
      return completion(.answered)
    }
    completion(.failed(error))
  }

  /// What silence means; a body whose length is known ends with its last byte.
  private var silence: Silence {
    if case .ending = receiver.silence, isMeasured { .limited } else { receiver.silence }
  }

  /// Checks that both bodies are whole, after libcurl has found no fault in the framing.
  private func endBody() {
    if let success, let sent = handle.upload.cut(after: CurlMeasurements(easy: easy).progress.sent)
    {
      // An error may come early; what needs no body of the request would not have been sent one.
      verdict = .failure(
        failure(
          .truncated, "the server responded with \(success) after \(sent) of the request body",
          hint: "it may have kept a part: look there before you send the request again"))
      return
    }
    if lacksEndOfTLS {
      // The end may be one that someone in between made up (RFC 9112, section 9.8).
      verdict = .failure(
        failure(
          .truncated, "the connection was closed without the end of TLS, and the body has no length"
        ))
    }
    guard verdict == nil, let decoder else { return }
    decode { () throws(DecompressionProblem) in
      // libcurl does not end a transfer that is held; if it did, the coding would not be at its end.
      try decoder.end(mayBeEmpty: !endsWithConnection)
    }
  }

  private func decode(_ work: () throws(DecompressionProblem) -> Void) {
    do throws(DecompressionProblem) {
      try work()
    } catch {
      verdict = .failure(failure(error.kind, error.reason, hint: error.hint))
    }
  }

  private func failure(
    _ kind: ConnectionFailure.Kind, _ reason: String, hint: String? = nil
  ) -> ExchangeError {
    .transport(ConnectionFailure(kind, origin: origin, reason: reason, hint: hint))
  }

  private func error(_ code: CURLcode) -> ExchangeError {
    var failure = handle.failure(code)
    failure.isAwaitingHead = !reader.isDone && handle.hasSentRequest
    failure.hasConnected = hasConnected
    failure.connection = connection
    failure.proxy = ProxyAddress.inUse(for: origin, by: connection)
    failure.proxyVariable = ProxyAddress.ofEnvironment(for: origin, by: connection)
    return failure.error(origin: origin, limits: limits)
  }

  // MARK: What libcurl reports, on the loop's thread

  /// Handles an established connection, just before the request is sent.
  ///
  /// Returns false to give up.
  func connected(to peer: () -> Peer?) -> Bool {
    // libcurl sends a request again when a reused connection turns out to be closed. That is only
    // allowed for idempotent requests (RFC 9110, section 9.2.2).
    if hasConnected && !isIdempotent {
      verdict = .failure(error(CURLE_GOT_NOTHING))
      return false
    }
    hasConnected = true
    deadlines.connected(at: clock.now)
    if isWatched,
      var peer = connection?.unixSocket.map({ Peer(address: $0, port: 0) }) ?? peer()
    {
      peer.isReused = handle.hasReusedConnection
      reports.connected(to: peer)
    }
    return true
  }

  func moved(_ progress: ExchangeProgress) {
    let bytes = progress.sent &+ progress.received
    if bytes != bytesMoved {
      bytesMoved = bytes
      deadlines.sign(at: clock.now)
    }
    // libcurl reports progress once more before it closes the connection.
    if endsWithConnection, origin.scheme == .https { lacksEndOfTLS = handle.hasEndedTLS == false }
    if !isResponseWhole, let length = reader.length, progress.received >= length {
      isResponseWhole = true
      deadlines.responseArrived()
    }
    reports.moved(progress)
  }

  /// Returns the number of bytes, 0 at the end; nil to give up.
  func send(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var count = 0
    var failure: ExchangeError?
    // The process that writes to the other end of a pipe may be slow.
    clock.pause {
      do throws(ExchangeError) {
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

  /// Returns false to give up.
  func rewindBody() -> Bool {
    do {
      try handle.upload.rewind()
      return true
    } catch {
      verdict = .failure(error)
      return false
    }
  }

  /// Returns false to give up.
  func receive(line: UnsafeRawBufferPointer) -> Bool {
    if !reader.hasBegun { reports.responseBegins() }
    deadlines.sign(at: clock.turn)
    switch reader.read(line) {
    case .more: return goesOn(.more)
    case .interim(let head):
      clock.pauseWaits { receiver.note(interim: head) }
      return goesOn(.more)
    case .violation(let reason, let hint):
      verdict = .failure(failure(.protocolViolation, reason, hint: hint))
      return false
    case .head(let head):
      if head.status == 417, case .repeatable = expectation {
        verdict = .expectationFailed
        return false
      }
      endsWithConnection = head.endsWithConnection
      success = (200...299).contains(head.status) || head.status == 303 ? head.status : nil
      if !reader.codings.isEmpty {
        decode { () throws(DecompressionProblem) in decoder = try BodyDecoder(reader.codings) }
        if verdict != nil { return false }
      }
      let demand = clock.pauseWaits { receiver.receive(head) }
      isMeasured = reader.length != nil
      deadlines.silence = silence
      if head.status == 417, case .unrepeatable = expectation { return goesOn(.stop) }
      return goesOn(isOverAfterHead ? .stop : demand)
    }
  }

  /// Returns false to give up.
  func receive(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    if let decoder {
      decode { () throws(DecompressionProblem) in
        try decoder.decode(UnsafeRawBufferPointer(bytes), to: handOnDecoded)
      }
    } else {
      handOn(bytes)
    }
    return verdict == nil
  }

  /// Hands on a piece of the body without content codings, and holds the transfer if the receiver
  /// then has no room.
  ///
  /// Returns whether it has.
  @discardableResult
  private func handOn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    hasNews = true
    let demand = clock.pauseWaits { receiver.receive(bytes.span) }
    let now = clock.now
    deadlines.silence = silence
    deadlines.sign(at: now)
    // libcurl passes on a hundred pieces in one turn of the loop if it has them.
    if deadlines.next <= now { verdict = .failure(.timedOut(deadlines.phase)) }
    guard goesOn(demand) else { return false }
    guard receiver.isFull else { return true }
    isHeld = true
    deadlines.hold(at: clock.now)
    curl_easy_pause(easy, CURLPAUSE_RECV)
    return false
  }

  private func handOnDecoded(_ bytes: UnsafeRawBufferPointer) -> Bool {
    handOn(bytes.assumingMemoryBound(to: UInt8.self))
  }

  /// Goes on with a transfer that was held, if its receiver has room.
  ///
  /// Returns whether the transfer goes on; libcurl may have passed on what it kept.
  func goOn() -> Demand {
    guard isHeld, !receiver.isFull else { return .more }
    isHeld = false
    deadlines.goOn(at: clock.now)
    // What has arrived may fill the receiver again.
    decode { () throws(DecompressionProblem) in try decoder?.goOn(to: handOnDecoded) }
    if verdict == nil, !isHeld { curl_easy_pause(easy, CURLPAUSE_CONT) }
    return verdict == nil ? .more : .stop
  }

  /// Reports to the receiver, once for all that arrived, that the transfer waits for the sender.
  func pause() -> Demand {
    guard hasNews else { return .more }
    hasNews = false
    return goesOn(clock.pause { receiver.pause() }) ? .more : .stop
  }

  private func goesOn(_ demand: Demand) -> Bool {
    // In one turn, libcurl may pass on everything that a small piece expands to, or that has
    // arrived meanwhile.
    if ticket.isCancelled || isInterrupted?() == true { verdict = .failure(.cancelled) }
    if verdict == nil, demand == .stop { verdict = .enough }
    return verdict == nil
  }
}
