import APICallCore
import CLibCurl

/// One exchange on the loop's thread: an easy handle, what it reads from, and where it hands things.
final class CurlTransfer {
  /// The handle; freed with the transfer.
  let easy: UnsafeMutableRawPointer
  /// Who is meant by a cancellation.
  let ticket: Ticket
  /// How long it may still take.
  var deadlines: Deadlines
  /// Whether somebody wants to know how far it has come.
  let isWatched: Bool

  /// A receiver is told ten times a second at most how far the transfer has come.
  private static let timeBetweenReports = Duration.milliseconds(100)

  private let origin: Origin
  private let limits: TimeLimits
  private let isDecoding: Bool
  private let isIdempotent: Bool
  private let isOverAfterHead: Bool
  private let receiver: any ResponseReceiver
  private let clock: PausableClock
  private let completion: (RequestError?) -> Void

  // What libcurl points into.
  private let headers: CurlHeaderList
  private let upload: CurlUpload
  private let message: UnsafeMutablePointer<CChar>

  private var reader = HeadReader()
  private var octetsMoved: Int64 = 0
  /// When the receiver was last told how far it has come.
  private var timeTold: Deadlines.Instant
  private var hasConnected = false
  private let start: SuspendingClock.Instant
  private var firstOctet: SuspendingClock.Instant?
  /// Whether any of the body came since the receiver was last told of a pause.
  private var hasNews = false
  private var verdict: Verdict?

  /// What was decided inside of a callback, which ends the transfer.
  private enum Verdict {
    case enough
    case failure(RequestError)
  }

  /// Prepares a transfer.
  ///
  /// - Throws: a ``RequestError`` where the request cannot be sent.
  init(_ order: TransferOrder, clock: PausableClock) throws(RequestError) {
    let request = order.request
    ticket = order.ticket
    origin = request.url.origin
    limits = request.limits
    receiver = order.receiver
    isWatched = order.receiver.wantsProgress
    completion = order.completion
    upload = try CurlUpload(request.body)
    self.clock = clock
    start = SuspendingClock.now
    timeTold = clock.now
    deadlines = Deadlines(limits, start: timeTold)
    isDecoding = CurlOptions.codings(of: request) != nil && request.method != "HEAD"
    isIdempotent = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(request.method)
    isOverAfterHead = request.method == "HEAD" && request.body != nil
    do throws(UnsendableField) {
      headers = try CurlHeaderList(request.headers)
    } catch {
      throw .transport(
        TransportFailure(
          .other, origin: request.url.origin,
          reason: "the header field \(error.name) holds a line break or a NUL"))
    }
    guard let easy = curl_easy_init() else {
      throw .transport(
        TransportFailure(.other, origin: request.url.origin, reason: "libcurl is out of memory"))
    }
    self.easy = easy
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.pointee = 0
    let options = CurlOptions(easy)
    try options.set(request, trust: order.trust)
    options.set(CURLOPT_HTTPHEADER, list: headers.first)
    options.set(CURLOPT_ERRORBUFFER, pointer: message)
    let userData = Unmanaged.passUnretained(self).toOpaque()
    upload.set(options, userData: userData)
    options.setCallbacks(userData: userData)
  }

  deinit {
    curl_easy_cleanup(easy)
    message.deallocate()
  }

  /// Hands the outcome on.
  ///
  /// Called once, when the handle is no longer libcurl's.
  func complete(_ code: CURLcode) {
    tellTheRest()
    switch verdict {
    case .enough: completion(nil)
    case .failure(let error): completion(error)
    case nil where code != CURLE_OK: completion(error(code))
    // To libcurl, a connection that ends within the header is one that ends an answer.
    case nil where !reader.isDone:
      completion(failure(.truncated, "the header of the answer is cut short"))
    case nil: completion(nil)
    }
  }

  /// Ends the transfer with an error of ours.
  func complete(throwing error: RequestError) {
    tellTheRest()
    completion(error)
  }

  private func tellTheRest() {
    let measured = CurlMeasurements(easy: easy)
    receiver.note(
      measured.timings(
        hasConnected: hasConnected, firstOctet: firstOctet.map { $0 - start }))
    if isWatched { tell(measured.progress) }
  }

  private func failure(_ kind: TransportFailure.Kind, _ reason: String) -> RequestError {
    .transport(TransportFailure(kind, origin: origin, reason: reason))
  }

  private func error(_ code: CURLcode) -> RequestError {
    var failure = CurlFailure(code.rawValue, text: String(cString: message))
    var value = 0
    if curl_shim_get_long(easy, CURLINFO_OS_ERRNO, &value) == CURLE_OK {
      failure.systemError = Int32(truncatingIfNeeded: value)
    }
    if curl_shim_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &value) == CURLE_OK {
      failure.verifyResult = value
    }
    if !reader.isDone, curl_shim_get_long(easy, CURLINFO_REQUEST_SIZE, &value) == CURLE_OK {
      failure.isAwaitingHead = value > 0
    }
    return failure.error(origin: origin, limits: limits)
  }

  // MARK: What libcurl reports, on the loop's thread

  /// The connection stands and the request is about to be sent.
  ///
  /// False to give up.
  func connected() -> Bool {
    // libcurl sends a request anew when a connection it kept turns out to be closed. That is for
    // requests that do no harm twice (RFC 9110, section 9.2.2).
    if hasConnected && !isIdempotent {
      verdict = .failure(error(CURLE_GOT_NOTHING))
      return false
    }
    hasConnected = true
    deadlines.connected(at: clock.now)
    return true
  }

  /// So many octets have gone out and come in until now.
  func moved(_ progress: TransferProgress) {
    let octets = progress.sent &+ progress.received
    if octets != octetsMoved {
      octetsMoved = octets
      deadlines.sign(at: clock.now)
    }
    guard isWatched, clock.now - timeTold >= Self.timeBetweenReports else { return }
    tell(progress)
  }

  /// Tells the receiver how far the transfer has come.
  private func tell(_ progress: TransferProgress) {
    clock.pauseWaits { receiver.note(progress) }
    timeTold = clock.now
  }

  /// Tells the receiver who it is connected to.
  func tell(_ peer: Peer) {
    clock.pauseWaits { receiver.note(peer) }
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
        count = try upload.read(into: buffer)
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
      try upload.rewind()
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
    if !reader.hasBegun { firstOctet = SuspendingClock.now }
    deadlines.sign(at: clock.now)
    switch reader.read(line) {
    case .more: return true
    case .interim(let head):
      clock.pauseWaits { receiver.note(interim: head) }
      return goesOn(.more)
    case .violation(let reason):
      verdict = .failure(failure(.protocolViolation, reason))
      return false
    case .head(var head):
      if isDecoding { head.removeDecodedFields() }
      let demand = clock.pauseWaits { receiver.receive(head) }
      if receiver.allowsSilence { deadlines.allowSilence() }
      return goesOn(isOverAfterHead ? .stop : demand)
    }
  }

  /// Takes a piece of the body.
  ///
  /// False to give up.
  func receive(body octets: UnsafeBufferPointer<UInt8>) -> Bool {
    if octets.isEmpty { return true }
    hasNews = true
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
    if ticket.isCancelled { verdict = .failure(.cancelled) }
    if verdict == nil, demand == .stop { verdict = .enough }
    return verdict == nil
  }
}

extension ResponseHead {
  /// Leaves out what describes the body as it was before libcurl decoded it.
  fileprivate mutating func removeDecodedFields() {
    guard let coding = header("Content-Encoding"), coding.lowercased() != "identity" else { return }
    headers.removeAll { ["content-encoding", "content-length"].contains($0.name.lowercased()) }
  }
}
