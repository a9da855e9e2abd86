import APICallHTTP

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
