import APICallContracts
import APICallText
import CLibCurl

/// libcurl's measurements of a transfer (curl_easy_getinfo(3)).
///
/// They may be read after the handle has left the multi handle, however the transfer ended.
struct CurlMeasurements {
  let easy: UnsafeMutableRawPointer

  func timings(hasConnected: Bool, firstByte: Duration?) -> ExchangeTimings {
    var timings = ExchangeTimings()
    var made = 0
    curl_shim_get_long(easy, CURLINFO_NUM_CONNECTS, &made)
    // For a reused connection, libcurl reports when the transfer took it over.
    if made > 0 || !hasConnected {
      timings.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
      timings.connect = time(CURLINFO_CONNECT_TIME_T)
      timings.tls = time(CURLINFO_APPCONNECT_TIME_T)
    }
    timings.total = time(CURLINFO_TOTAL_TIME_T)
    timings.firstByte = firstByte.map { min($0, timings.total ?? $0) }
    return timings
  }

  /// The number of bytes of the response body received over the wire (`CURLINFO_SIZE_DOWNLOAD_T`).
  var received: Int64 { number(CURLINFO_SIZE_DOWNLOAD_T) ?? 0 }

  /// A total of 0 counts as unknown, as it does during the transfer.
  var progress: ExchangeProgress {
    ExchangeProgress(
      sent: number(CURLINFO_SIZE_UPLOAD_T) ?? 0, toSend: size(CURLINFO_CONTENT_LENGTH_UPLOAD_T),
      received: received,
      toReceive: size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
  }

  /// Returns a time in microseconds; 0 means that it was not reached.
  private func time(_ info: CURLINFO) -> Duration? {
    number(info).flatMap { $0 == 0 ? nil : .microseconds($0) }
  }

  private func size(_ info: CURLINFO) -> Int64? {
    number(info).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns a number; -1 means that it is unknown.
  private func number(_ info: CURLINFO) -> Int64? {
    var value: curl_off_t = -1
    guard curl_shim_get_large(easy, info, &value) == CURLE_OK, value >= 0 else { return nil }
    return Int64(value)
  }
}

/// Reports to a receiver, in addition to the response: its peer, its progress, and its timings.
struct TransferReports {
  /// A receiver gets at most ten progress reports a second.
  private static let timeBetweenReports = Duration.milliseconds(100)

  let isWatched: Bool
  private let receiver: any ExchangeReceiver
  private let clock: PausableClock
  private let start: SuspendingClock.Instant
  private var firstByte: Duration?
  private var timeTold: PausableClock.Instant

  init(to receiver: any ExchangeReceiver, clock: PausableClock) {
    self.receiver = receiver
    self.clock = clock
    isWatched = receiver.wantsProgress
    start = SuspendingClock.now
    timeTold = clock.now
  }

  mutating func responseBegins() { firstByte = SuspendingClock.now - start }

  /// Reports the progress, if the receiver wants it and has had no report just before.
  mutating func moved(_ progress: ExchangeProgress) {
    guard isWatched, clock.now - timeTold >= Self.timeBetweenReports else { return }
    clock.pauseWaits { receiver.note(progress) }
    timeTold = clock.now
  }

  /// Reports the peer of the connection.
  func connected(to peer: Peer) { clock.pauseWaits { receiver.note(peer) } }

  func end(_ measured: CurlMeasurements, hasConnected: Bool) {
    receiver.note(measured.timings(hasConnected: hasConnected, firstByte: firstByte))
    if isWatched { clock.pauseWaits { receiver.note(measured.progress) } }
  }
}
