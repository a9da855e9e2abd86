import APICallHTTP
import APICallRun
import APICallSystem

/// The line on the terminal that shows how far a long transfer has come; it is gone when something
/// else is written, and when the transfer is over.
final class ProgressBar: RunObserver {
  /// How long a transfer lasts before it is shown.
  private static let patience = Duration.seconds(1)
  /// The columns of a terminal that does not tell.
  private static let usualColumns = 80

  private let endsWithAnswer: Bool
  private let elapsed: () -> Duration
  private var start: Duration?
  private var rate = TransferRate()
  /// Whether the transfer has lasted long enough.
  private(set) var isShown = false

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - endsWithAnswer: whether it stands until the answer begins at most.
  ///   - elapsed: tells how long the run has lasted.
  init(endsWithAnswer: Bool, elapsed: @escaping () -> Duration) {
    self.endsWithAnswer = endsWithAnswer
    self.elapsed = elapsed
  }

  var wantsProgress: Bool { true }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending, .continuing: start = elapsed()
    case .moved(let progress): show(progress)
    case .answered where endsWithAnswer, .ended, .finished:
      start = nil
      isShown = false
      StandardError.erasePassing()
    case .started, .step, .round, .connected, .interim, .answered, .trailed, .renewing, .stored:
      break
    }
  }

  private func show(_ progress: TransferProgress) {
    guard let start else { return }
    let now = elapsed()
    let isReceiving = progress.received > 0
    let amount = isReceiving ? progress.received : progress.sent
    let line = ProgressLine(
      verb: isReceiving ? "receiving" : "sending", amount: amount,
      total: isReceiving ? progress.toReceive : progress.toSend,
      rate: rate.note(amount, at: now), elapsed: now - start)
    guard amount > 0, now - start >= Self.patience, !StandardError.isInBackground else { return }
    isShown = true
    StandardError.showPassing(line.text(columns: StandardError.columns ?? Self.usualColumns))
  }
}
