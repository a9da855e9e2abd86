import APICallBase
import APICallHTTP
import APICallRun
import APICallSystem

/// The line on the terminal that shows how far a long transfer has come, and what a call waits for; it
/// is gone when something else is written, and when the call is over.
///
/// It draws itself when something is moved; what waits is drawn by a ``RunProgress``.
final class ProgressBar: RunObserver {
  /// How long a transfer, and a pause, lasts before it is shown.
  private static let patience = Duration.seconds(1)
  /// The columns of a terminal that does not tell.
  private static let usualColumns = 80

  /// The pause before a further attempt.
  private struct Pause {
    var number: Int
    var count: Int
    var length: Duration
    var status: Int?
  }

  private let endsWithAnswer: Bool
  private let showsPauses: Bool
  private let elapsed: () -> Duration
  /// When what is under way began; nil where nothing is.
  private var start: Duration?
  private var pause: Pause?
  private var progress = TransferProgress()
  private var rate = TransferRate()
  private var call: Call?
  /// Who is asked.
  private var origin: Origin?
  /// The name of who is asked, once it was shown.
  private var host: String?

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - endsWithAnswer: whether it stands until the answer begins at most.
  ///   - showsPauses: whether it shows pauses before further attempts.
  ///   - elapsed: tells how long the run has lasted.
  init(endsWithAnswer: Bool, showsPauses: Bool, elapsed: @escaping () -> Duration) {
    self.endsWithAnswer = endsWithAnswer
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
    case .answered where endsWithAnswer, .ended, .finished:
      start = nil
      StandardError.erasePassing()
    case .started, .step, .iteration, .pausing, .connected, .interim, .answered, .trailed,
      .renewing,
      .stored:
      break
    }
  }

  private func begin(at origin: Origin?) {
    start = elapsed()
    pause = nil
    progress = TransferProgress()
    guard let origin, origin != self.origin else { return }
    self.origin = origin
    host = nil
  }

  private func go(on exchange: FurtherExchange) {
    switch exchange.reason {
    // What is printed of the page before may stand on the same terminal.
    case .page where endsWithAnswer: return
    // The call's own request follows without a further word.
    case .credentials: begin(at: nil)
    default: begin(at: call?.mock ?? exchange.request.url.origin)
    }
    guard case .retry(let length, let attempt, let attempts) = exchange.reason else { return }
    pause = Pause(
      number: attempt - 1, count: attempts - 1, length: length, status: exchange.answer?.status)
  }

  /// Draws what there is to show.
  ///
  /// - Parameter showsWaiting: whether that is shown of a call that moves nothing, too.
  /// - Returns: whether there is anything.
  func draw(showsWaiting: Bool) -> Bool {
    guard let start else { return false }
    let columns = StandardError.columns ?? Self.usualColumns
    guard let text = text(after: elapsed() - start, showsWaiting, columns: columns) else {
      return false
    }
    if !StandardError.isInBackground { StandardError.showPassing(text) }
    return true
  }

  private func text(
    after time: Duration, _ showsWaiting: Bool, columns: Int
  ) -> String? {
    if let pause, time < pause.length {
      guard showsPauses, pause.length >= Self.patience else { return nil }
      return WaitingLine.retry(
        pause.number, of: pause.count, in: pause.length - time, status: pause.status
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

  /// Who is asked, by name, with nothing in it that is secret or could steer the terminal.
  private var name: String? {
    if let host { return host }
    guard let call, let origin else { return nil }
    host = TerminalText.escapingLine(ShownFields(of: call).text(origin.authority))
    return host
  }
}
