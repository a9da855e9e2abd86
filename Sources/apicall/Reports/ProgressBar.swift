import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallSafety
import APICallSystem
import APICallText

/// The line on the terminal that shows how far a long transfer has come, and what a call waits for.
///
/// It is erased before other output and at the end of the call. It draws itself when bytes are
/// moved; a ``RunProgress`` draws it while the call waits.
final class ProgressBar: RunObserver {
  private static let patience = Duration.seconds(1)

  /// The pause before a further attempt.
  private struct Pause {
    var attempt: Int
    var attempts: Int
    var length: Duration
    var status: Int?
  }

  private let endsWithResponse: Bool
  private let showsPauses: Bool
  private let elapsed: () -> Duration
  private var start: Duration?
  private var pause: Pause?
  private var progress = ExchangeProgress()
  private var rate = TransferRate()
  private var call: Call?
  private var origin: Origin?
  private var host: String?

  init(endsWithResponse: Bool, showsPauses: Bool, elapsed: @escaping () -> Duration) {
    self.endsWithResponse = endsWithResponse
    self.showsPauses = showsPauses
    self.elapsed = elapsed
  }

  var wantsProgress: Bool { true }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call):
      self.call = call
      begin(at: call.sentRequest.url.origin)
    case .continuing(let exchange): go(on: exchange)
    case .moved(let progress):
      self.progress = progress
      if start != nil { _ = draw(showsWaiting: false) }
    case .answered where endsWithResponse, .ended, .finished:
      start = nil
      StandardError.erasePassing()
    case .started, .step, .iteration, .reading, .pausing, .connected, .interim, .answered,
      .trailed, .renewing, .stored:
      break
    }
  }

  private func begin(at origin: Origin?) {
    start = elapsed()
    pause = nil
    progress = ExchangeProgress()
    guard let origin, origin != self.origin else { return }
    self.origin = origin
    host = nil
  }

  private func go(on exchange: FurtherExchange) {
    switch exchange.reason {
    // The page before may be printed on the same terminal.
    case .page where endsWithResponse: return
    // The call's own request follows without a further event.
    case .credentials: begin(at: nil)
    default: begin(at: call?.mock ?? exchange.request.url.origin)
    }
    guard case .retry(let length, let attempt, let attempts) = exchange.reason else { return }
    pause = Pause(
      attempt: attempt, attempts: attempts, length: length, status: exchange.response?.status)
  }

  /// Draws the line, if there is anything to show.
  ///
  /// Returns whether there is anything to show.
  func draw(showsWaiting: Bool) -> Bool {
    guard let start else { return false }
    let columns = StandardError.columnsOrDefault
    guard let text = text(after: elapsed() - start, showsWaiting, columns: columns) else {
      return false
    }
    if !StandardError.isInBackground { StandardError.showPassing(text) }
    return true
  }

  private func text(after time: Duration, _ showsWaiting: Bool, columns: Int) -> String? {
    if let pause, time < pause.length {
      guard showsPauses, pause.length >= Self.patience else { return nil }
      return WaitingLine.retry(
        pause.attempt, of: pause.attempts, in: pause.length - time, status: pause.status
      ).text(columns: columns)
    }
    let time = time - (pause?.length ?? .zero)
    let isReceiving = progress.received > 0
    let amount = isReceiving ? progress.received : progress.sent
    let speed = rate.note(amount, at: elapsed())
    guard time >= Self.patience else { return nil }
    guard isReceiving || amount > 0 && amount != progress.toSend else {
      guard showsWaiting, let name else { return nil }
      return WaitingLine.answer(host: name, for: time).text(columns: columns)
    }
    return ProgressLine(
      verb: isReceiving ? "receiving" : "sending", amount: amount,
      total: isReceiving ? progress.toReceive : progress.toSend, rate: speed, elapsed: time
    ).text(columns: columns)
  }

  /// The name of the origin, without secrets and without control characters.
  private var name: String? {
    if let host { return host }
    guard let call, let origin else { return nil }
    host = TerminalText.line(ShownFields(of: call).text(origin.authority))
    return host
  }
}
