import APICallHTTP
import CLibCurl

/// What libcurl measured of a transfer (curl_easy_getinfo(3)); it may be asked once the handle has
/// left the multi handle, however the transfer ended.
struct CurlMeasurements {
  /// The handle.
  let easy: UnsafeMutableRawPointer

  /// Where the time went.
  ///
  /// - Parameters:
  ///   - hasConnected: whether a connection stood.
  ///   - firstOctet: when the answer began; libcurl's own time for that,
  ///   `CURLINFO_STARTTRANSFER_TIME_T`, is that of the first octet of either direction.
  /// - Returns: the times that are known.
  func timings(hasConnected: Bool, firstOctet: Duration?) -> Timings {
    var timings = Timings()
    var made = 0
    curl_shim_get_long(easy, CURLINFO_NUM_CONNECTS, &made)
    // On a connection that was kept, libcurl tells when it took it up.
    if made > 0 || !hasConnected {
      timings.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
      timings.connect = time(CURLINFO_CONNECT_TIME_T)
      timings.tls = time(CURLINFO_APPCONNECT_TIME_T)
    }
    timings.total = time(CURLINFO_TOTAL_TIME_T)
    timings.firstOctet = firstOctet.map { min($0, timings.total ?? $0) }
    return timings
  }

  /// How many octets of the answer's body have come over the wire (`CURLINFO_SIZE_DOWNLOAD_T`).
  var received: Int64 { number(CURLINFO_SIZE_DOWNLOAD_T) ?? 0 }

  /// How much went out and came in, and how much there was; nothing to move is as good as unknown,
  /// as it is while the transfer lasts.
  var progress: TransferProgress {
    TransferProgress(
      sent: number(CURLINFO_SIZE_UPLOAD_T) ?? 0, toSend: size(CURLINFO_CONTENT_LENGTH_UPLOAD_T),
      received: received,
      toReceive: size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
  }

  /// A time in microseconds; 0 is one that was not reached.
  private func time(_ info: CURLINFO) -> Duration? {
    number(info).flatMap { $0 == 0 ? nil : .microseconds($0) }
  }

  private func size(_ info: CURLINFO) -> Int64? {
    number(info).flatMap { $0 > 0 ? $0 : nil }
  }

  /// A number; -1 is one that is not known.
  private func number(_ info: CURLINFO) -> Int64? {
    var value: curl_off_t = -1
    guard curl_shim_get_large(easy, info, &value) == CURLE_OK, value >= 0 else { return nil }
    return Int64(value)
  }
}

/// What a receiver is told beside the answer: who sends it, how far it has come, and where the time
/// went.
struct TransferReports {
  /// A receiver is told ten times a second at most how far the transfer has come.
  private static let timeBetweenReports = Duration.milliseconds(100)

  /// Whether somebody wants to know how far it has come.
  let isWatched: Bool
  private let receiver: any ResponseReceiver
  private let clock: PausableClock
  private let start: SuspendingClock.Instant
  /// When the answer began, after so much time.
  private var firstOctet: Duration?
  /// When the receiver was last told how far it has come.
  private var timeTold: PausableClock.Instant

  /// Starts to measure.
  init(to receiver: any ResponseReceiver, clock: PausableClock) {
    self.receiver = receiver
    self.clock = clock
    isWatched = receiver.wantsProgress
    start = SuspendingClock.now
    timeTold = clock.now
  }

  /// Notes that the answer begins.
  mutating func answerBegins() { firstOctet = SuspendingClock.now - start }

  /// Tells how far the transfer has come, where somebody wants to know and has not just heard.
  mutating func moved(_ progress: TransferProgress) {
    guard isWatched, clock.now - timeTold >= Self.timeBetweenReports else { return }
    clock.pauseWaits { receiver.note(progress) }
    timeTold = clock.now
  }

  /// Tells who is connected.
  func connected(to peer: Peer) { clock.pauseWaits { receiver.note(peer) } }

  /// Tells the rest, once all is over.
  func end(_ measured: CurlMeasurements, hasConnected: Bool) {
    receiver.note(measured.timings(hasConnected: hasConnected, firstOctet: firstOctet))
    if isWatched { clock.pauseWaits { receiver.note(measured.progress) } }
  }
}
